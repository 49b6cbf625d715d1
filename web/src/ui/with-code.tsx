/** Words of the server, which puts names and commands between backticks. */
export function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className="mono wrap-anywhere">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
