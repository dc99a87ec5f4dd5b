import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort, unprivilegedUser } from './postgresql-server'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
  (file) => existsSync(file),
)

export const HAS_POOLER = PROGRAM !== undefined

/** A pooler that lends a connection for one transaction at a time. */
export interface Pooler {
  url: string
  stop: () => Promise<void>
}

/** Starts PgBouncer before a server's database. Throws where it is not installed. */
export async function startPooler(url: string, { connections = 4 } = {}): Promise<Pooler> {
  if (PROGRAM === undefined) throw new Error('pgbouncer is not installed')
  const { hostname, port, pathname } = new URL(url)
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-pgbouncer-'))
  const listen = await freePort()
  const users = path.join(folder, 'users.txt')
  const config = path.join(folder, 'pgbouncer.ini')
  writeFileSync(users, '"postgres" ""\n')
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
ignore_startup_parameters = extra_float_digits
`.replace('* = host', `${pathname.slice(1)} = user=postgres host`),
  )
  const user = unprivilegedUser()
  for (const file of [folder, users, config]) {
    if (user) chownSync(file, user.uid, user.gid)
  }
  chmodSync(folder, 0o700)
  const identity = user ? { uid: user.uid, gid: user.gid } : {}
  const child = spawn(PROGRAM, [config], { ...identity, cwd: folder, stdio: 'ignore' })
  const pooled = new URL(url)
  pooled.port = String(listen)
  await untilItAnswers(pooled.href)
  return {
    url: pooled.href,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('PgBouncer did not start')
}
