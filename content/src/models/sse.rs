//! Reads a stream of server-sent events as it arrives, in pieces that end wherever the network ended them.

/// Bytes of one event: what is longer is no answer of a model.
const EVENT_MAX: usize = 1 << 20;

/// One event with its data lines joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Empty if the server gave none.
    pub name: String,
    pub data: String,
}

#[derive(Debug, Default)]
pub struct EventReader {
    line: Vec<u8>,
    name: String,
    data: Option<String>,
    /// A line feed right behind a carriage return ends nothing more.
    is_after_return: bool,
    is_begun: bool,
}

/// An event that grows beyond all bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventTooLong;

impl EventReader {
    /// The events that are complete with this piece.
    pub fn feed(&mut self, piece: &[u8]) -> Result<Vec<Event>, EventTooLong> {
        let mut events = Vec::new();
        for &byte in piece {
            match byte {
                b'\n' if self.is_after_return => self.is_after_return = false,
                b'\n' | b'\r' => {
                    self.is_after_return = byte == b'\r';
                    events.extend(self.end_line());
                }
                other => {
                    self.is_after_return = false;
                    self.line.push(other);
                }
            }
            let held = self.line.len() + self.data.as_ref().map_or(0, String::len);
            if held > EVENT_MAX {
                return Err(EventTooLong);
            }
        }
        Ok(events)
    }

    /// What was left when the stream ended: some servers forget the blank line behind the last event.
    pub fn finish(mut self) -> Option<Event> {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.end_event()
    }

    fn end_line(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        let line = if self.is_begun {
            &*line
        } else {
            line.trim_start_matches('\u{FEFF}')
        };
        self.is_begun = true;
        if line.is_empty() {
            return self.end_event();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.name),
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            },
            // Comments keep the connection alive; ids and pauses are for who asks again.
            _ => {}
        }
        None
    }

    fn end_event(&mut self) -> Option<Event> {
        let name = std::mem::take(&mut self.name);
        let data = self.data.take()?;
        Some(Event { name, data })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, data: &str) -> Event {
        Event {
            name: name.to_owned(),
            data: data.to_owned(),
        }
    }

    const STREAM: &str = "\u{FEFF}: hello\r\n\r\nevent: ping\ndata: {}\n\ndata:one\r\rdata: zwei é\r\ndata:  drei\r\n\
        id: 7\r\nretry: 5\r\n\r\nevent: lost\n\ndata\n\n";

    #[test]
    fn it_does_not_matter_where_the_pieces_end() {
        let expected = [
            event("ping", "{}"),
            event("", "one"),
            event("", "zwei é\n drei"),
            event("", ""),
        ];
        for size in 1..=STREAM.len() {
            let mut reader = EventReader::default();
            let pieces = STREAM.as_bytes().chunks(size);
            let events: Vec<Event> = pieces
                .flat_map(|piece| reader.feed(piece).unwrap())
                .collect();
            assert_eq!(events, expected, "{size}");
            assert_eq!(reader.finish(), None);
        }
    }

    #[test]
    fn the_last_event_may_lack_its_end() {
        for stream in ["data: x", "data: x\n"] {
            let mut reader = EventReader::default();
            assert_eq!(reader.feed(stream.as_bytes()), Ok(Vec::new()));
            assert_eq!(reader.finish(), Some(event("", "x")));
        }
    }

    #[test]
    fn no_event_grows_for_ever() {
        let mut reader = EventReader::default();
        let piece = [b'x'; 4096];
        assert!((0..1000).any(|_| reader.feed(&piece) == Err(EventTooLong)));
        let mut reader = EventReader::default();
        let line = format!("data: {}\n", "x".repeat(4096));
        assert!((0..1000).any(|_| reader.feed(line.as_bytes()) == Err(EventTooLong)));
    }
}
