import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import type { TestContext } from "node:test"

/** Something else that listens where the server is looked for, until the test ends: for what a server of ours never does. */
export async function standIn(context: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1")
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
