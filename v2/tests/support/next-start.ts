import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from './postgresql-server'

/** The built application as `npm start` runs it. */
export interface StartedServer {
  url: string
  /** of the command line, to which the server is this machine's person */
  headers: { authorization: string }
  process: ChildProcess
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** Starts the build of this folder, which `npm test` makes first, on data of its own. */
export async function startBuilt(dataDir: string): Promise<StartedServer> {
  if (!existsSync('.next/BUILD_ID')) throw new Error('there is no build: npm test makes it')
  const port = String(await freePort())
  const own = { DATA_DIR: dataDir, DATABASE_URL: '', PORT: port, NEXT_MANUAL_SIG_HANDLE: '1' }
  const args = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', port]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...own },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString()
      if (said.includes('palimpsest: serving')) resolve()
    })
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
  const file = readFileSync(path.join(dataDir, 'server.json'), 'utf8')
  const { url, secret } = JSON.parse(file) as { url: string; secret: string }
  return { url, headers: { authorization: `Bearer ${secret}` }, process: child, ended }
}
