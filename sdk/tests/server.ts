// The real server as a child process, with data of its own in a temporary folder.
import { execFileSync, spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { after } from "node:test"
import { createClient, type Settings } from "postrider"
import { startResolver } from "./resolver.js"

const PROGRAM = resolve(process.env.POSTRIDER_TEST_PROGRAM ?? "../target/debug/postrider")
// A debug build on a machine that does much else.
const START_LIMIT = 60_000

export interface FirstStart {
  secret: string
  brandId: string
  organizationId: string
  claimLink: string
}

export class Server {
  readonly #folder = mkdtempSync(join(tmpdir(), "postrider-sdk-"))
  readonly #environment: NodeJS.ProcessEnv
  readonly #serveOptions: string[]
  #listen = "127.0.0.1:0"
  #child: ChildProcess | undefined

  constructor(settings: Record<string, string>, serveOptions: string[]) {
    this.#serveOptions = serveOptions
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith("POSTRIDER_"))
    this.#environment = { ...Object.fromEntries(own), POSTRIDER_DATA: join(this.#folder, "data"), ...settings }
  }

  get url(): string {
    return `http://${this.#listen}`
  }

  /** Keys and ids of the organization that the first start made. */
  get first(): FirstStart {
    return JSON.parse(readFileSync(join(this.#folder, "data/first-start"), "utf8"))
  }

  /** Starts on a free port, and from then on on that one. */
  async start(): Promise<void> {
    const child = spawn(PROGRAM, this.#words("serve", "--json", ...this.#serveOptions), {
      env: { ...this.#environment, POSTRIDER_LISTEN: this.#listen },
      stdio: ["ignore", "ignore", "pipe"],
    })
    this.#child = child
    // A test that ends before its time leaves no server behind.
    process.once("exit", () => child.kill("SIGKILL"))
    const log: string[] = []
    const late = setTimeout(() => child.kill("SIGKILL"), START_LIMIT).unref()
    await new Promise<void>((done, fail) => {
      createInterface(child.stderr).on("line", (line) => {
        log.push(line)
        const address = / serving address=(\S+)/.exec(line)?.[1]
        if (!address) return
        this.#listen = address
        done()
      })
      child.once("error", fail)
      child.once("exit", () => fail(new Error(`${PROGRAM} did not start:\n${log.join("\n")}`)))
    })
    clearTimeout(late)
  }

  /** As a power cut: without a word to anybody. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, "exit")
    child.kill("SIGKILL")
    await gone
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** A command of the operator's, with its answer. */
  command(...words: string[]): Record<string, string> {
    return JSON.parse(execFileSync(PROGRAM, this.#words(...words, "--json"), { env: this.#environment, encoding: "utf8" }))
  }

  /** The OpenAPI document that the program prints. */
  document(...words: string[]) {
    return JSON.parse(execFileSync(PROGRAM, ["openapi", ...words], { encoding: "utf8", maxBuffer: 1 << 28 }))
  }

  /** A client with the key of the first start. */
  client(settings: Settings = {}) {
    return createClient({ url: this.url, key: this.first.secret, ...settings })
  }

  #words(...words: string[]): string[] {
    return ["--config", join(this.#folder, "none.toml"), ...words]
  }
}

/** A server for the tests of a file, gone when they end. Its rate windows are a millisecond long unless told: nobody fills them. */
export async function startServer(settings: Record<string, string> = {}, ...serveOptions: string[]): Promise<Server> {
  const resolver = await startResolver()
  const server = new Server({ POSTRIDER_RATE_WINDOW_MS: "1", POSTRIDER_DNS: resolver.address, ...settings }, serveOptions)
  after(async () => {
    resolver.close()
    await server.remove()
  })
  await server.start()
  return server
}
