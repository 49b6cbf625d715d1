import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'

export interface PublishedRecord {
  type: 'TXT' | 'MX' | 'CNAME'
  name: string
  value: string
  priority?: number | null
}

const TYPES = { CNAME: 5, MX: 15, TXT: 16 }

/** The DNS of a test: knows what the test publishes, and says of everything else that it is not there. */
export class DnsServer {
  private readonly records: PublishedRecord[] = []
  private constructor(
    private readonly socket: Socket,
    readonly address: string,
  ) {
    socket.on('message', (question, from) => this.answer(question, from))
  }

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    return new DnsServer(socket, `127.0.0.1:${socket.address().port}`)
  }

  publish(records: PublishedRecord[]) {
    this.records.push(...records)
  }

  end() {
    this.socket.close()
  }

  private answer(question: Buffer, from: RemoteInfo) {
    const { name, type, end } = readQuestion(question)
    const found = this.records.filter((one) => one.name.toLowerCase() === name && TYPES[one.type] === type)
    const known = this.records.some((one) => one.name.toLowerCase() === name)
    const head = Buffer.alloc(12)
    head.writeUInt16BE(question.readUInt16BE(0), 0)
    // An answer with authority; "no such name" where nothing of that name was published.
    head.writeUInt16BE(known ? 0x8580 : 0x8583, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found.length, 6)
    this.socket.send(Buffer.concat([head, question.subarray(12, end), ...found.map(writeRecord)]), from.port, from.address)
  }
}

function readQuestion(packet: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 }
}

function writeRecord(record: PublishedRecord): Buffer {
  const data = dataOf(record)
  const head = Buffer.alloc(12)
  // The name is the one of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(TYPES[record.type], 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(1, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf({ type, value, priority }: PublishedRecord): Buffer {
  if (type === 'CNAME') return nameOf(value)
  if (type === 'MX') {
    const first = Buffer.alloc(2)
    first.writeUInt16BE(priority ?? 10)
    return Buffer.concat([first, nameOf(value)])
  }
  // Texts travel in pieces of at most 255 bytes.
  const pieces = value.match(/.{1,255}/g) ?? ['']
  return Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])))
}

function nameOf(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}
