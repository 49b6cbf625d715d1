import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DnsServer } from './dns'

/** A running Postrider with data of its own, and what its first start printed. */
export class PostriderServer {
  readonly url: string
  key = ''
  claimLink = ''
  private process: ChildProcess | undefined

  private constructor(
    readonly folder: string,
    private readonly port: number,
    readonly dns: DnsServer,
  ) {
    this.url = `http://127.0.0.1:${port}`
  }

  static async start(): Promise<PostriderServer> {
    const folder = await mkdtemp(join(tmpdir(), 'postrider-web-'))
    const server = new PostriderServer(folder, await freePort(), await DnsServer.start())
    await server.begin()
    // It is written a moment after the server begins to answer.
    await until('The first start wrote nothing.', async () => {
      const printed = await readFile(join(server.folder, 'first-start'), 'utf8').catch(() => '')
      server.key = /pr_live_\w+/.exec(printed)?.[0] ?? ''
      server.claimLink = /http\S+\/app\/claim#\S+/.exec(printed)?.[0] ?? ''
      return server.key !== '' && server.claimLink !== ''
    })
    return server
  }

  private get program() {
    return resolve(process.env['POSTRIDER_TEST_PROGRAM'] ?? '../target/debug/postrider')
  }

  private get settings() {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('POSTRIDER_'))
    return {
      ...Object.fromEntries(own),
      POSTRIDER_DATA: this.folder,
      POSTRIDER_LISTEN: `127.0.0.1:${this.port}`,
      POSTRIDER_MAIL_HOST: 'mail.example.net',
      POSTRIDER_DNS: this.dns.address,
      // The tests of a worker are one person, who does in a minute what takes people an hour.
      POSTRIDER_RATE_LIMITS: 'session=6000',
      RUST_LOG: 'error',
    }
  }

  /** What a command of the program prints, beside the running server. */
  command(...args: string[]): string {
    return execFileSync(this.program, args, { cwd: this.folder, env: this.settings, encoding: 'utf8' })
  }

  /** Changes what is stored behind the running server's back: what only time, or an older version, would bring about. */
  sql(statement: string) {
    const script = 'import sqlite3, sys; db = sqlite3.connect(sys.argv[1], 20); db.execute(sys.argv[2]); db.commit()'
    execFileSync('python3', ['-c', script, join(this.folder, 'postrider.db'), statement])
  }

  /** As if everybody had given their password long ago. */
  letPasswordAge() {
    this.sql('UPDATE sessions SET password_given_at = password_given_at - 3600000')
  }

  /** Starts the program on the same data and port: also after `halt`. */
  async begin() {
    this.process = spawn(this.program, ['serve'], { cwd: this.folder, stdio: ['ignore', 'ignore', 'inherit'], env: this.settings })
    const started = this.process
    await until('The server did not start.', async () => {
      if (started.exitCode !== null) throw new Error('The server ended.')
      return this.answers()
    })
  }

  private async answers(): Promise<boolean> {
    return fetch(`${this.url}/app/api/state`).then(
      (answer) => answer.ok,
      () => false,
    )
  }

  async halt() {
    const running = this.process
    if (!running || running.exitCode !== null) return
    const gone = new Promise((exited) => running.once('exit', exited))
    running.kill('SIGTERM')
    await gone
  }

  async end() {
    await this.halt()
    this.dns.end()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** A call with the key of the first start: what a test needs to be there before somebody looks. */
  async api<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

async function until(otherwise: string, isDone: () => Promise<boolean>) {
  const late = Date.now() + 30_000
  while (!(await isDone())) {
    if (Date.now() > late) throw new Error(otherwise)
    await new Promise((later) => setTimeout(later, 100))
  }
}

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => done(port))
    })
  })
}
