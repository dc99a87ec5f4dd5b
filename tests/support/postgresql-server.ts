import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { postgresqlPrograms, unprivilegedUser } from './postgresql-programs'

/** The tests' own PostgreSQL server: in a temporary folder, on a free port. */
export interface PostgresqlServer {
  /** as its superuser, to create databases with */
  url: string
  /** Ends it at once and removes its data. */
  stop(): Promise<void>
  /** Ends it as a fallen machine would, and keeps its data. */
  fall(): Promise<void>
  /** Starts it again on the same port. */
  rise(): Promise<void>
}

/** The tests' data is small and discarded: nothing is synced, archived, vacuumed or compiled. */
const DISCARDED = [
  'max_connections=200',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off',
]

/** Starts a server. Throws an error that says what is missing where there is no program for it. */
export async function startPostgresql(settings = DISCARDED): Promise<PostgresqlServer> {
  const user = unprivilegedUser()
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-postgresql-'))
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const programs = postgresqlPrograms(folder)
  const data = path.join(folder, 'data')
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C', HOME: folder } }
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await freePort()
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  const begin = () => {
    const args = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
    const flags = settings.flatMap((setting) => ['-c', setting])
    const program = path.join(programs, 'postgres')
    return spawn(program, [...args, ...flags], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }
  let server = begin()
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await exited
  }
  process.once('exit', () => server.kill('SIGKILL'))
  await untilReady(server)
  return {
    url,
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
    fall: () => end('SIGQUIT'),
    rise: async () => {
      server = begin()
      await untilReady(server)
    },
  }
}

/** A database on a server by its name. */
export function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a statement as the server's superuser. */
export async function onServer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      if (typeof address !== 'object' || !address) return reject(new Error('no port'))
      probe.close(() => resolve(address.port))
    })
  })
}

/** A server says in its log when it takes connections. */
async function untilReady(server: ChildProcess): Promise<void> {
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (bytes: Buffer) => {
      log += bytes.toString()
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })
  // Nobody reads it from here on, and nothing waits for whoever does.
  server.stderr?.resume()
}
