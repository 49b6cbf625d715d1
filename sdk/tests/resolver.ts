import { createSocket } from "node:dgram"
import { once } from "node:events"

/** A name server to which no name exists, so that no address of a test is asked of the world. */
export async function startResolver() {
  const socket = createSocket("udp4", (query, sender) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const noSuchName = Buffer.from([0x81, 0x83])
    const answer = Buffer.concat([query.subarray(0, 2), noSuchName, query.subarray(4, 6), Buffer.alloc(6), question])
    socket.send(answer, sender.port, sender.address)
  })
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}
