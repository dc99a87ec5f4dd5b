import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unprivilegedUser } from './postgresql-programs'
import { freePort } from './postgresql-server'

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(path.delimiter)]

/** PgBouncer; undefined: this machine has none. */
const PROGRAM = FOLDERS.map((folder) => path.join(folder, 'pgbouncer')).find(existsSync)

export const hasPooler = PROGRAM !== undefined

/** A pooler that lends a connection for one transaction at a time. */
export interface Pooler {
  /** of the same database, through it */
  url: string
  stop: () => Promise<void>
}

/** Starts PgBouncer before a database, as one sets it up: with fewer connections than a server opens. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { hostname, port, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-pgbouncer-'))
  const config = path.join(folder, 'pgbouncer.ini')
  const listen = await freePort()
  writeFileSync(
    config,
    `[databases]
${pathname.slice(1)} = user=postgres host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 1000
`,
  )
  const user = unprivilegedUser()
  for (const file of user ? [folder, config] : []) chownSync(file, user?.uid ?? 0, user?.gid ?? 0)
  const child = spawn(PROGRAM ?? '', [config], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (bytes: Buffer) => {
      log += bytes.toString()
      if (log.includes('process up')) resolve()
    })
    void exited.then(() => reject(new Error(`PgBouncer did not start:\n${log}`)))
  })
  const pooled = new URL(databaseUrl)
  pooled.port = String(listen)
  return {
    url: pooled.href,
    stop: async () => {
      child.kill('SIGQUIT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
