import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from './postgresql-server'

/** The built application under `next start`. */
export interface Application {
  url: string
  /** its data folder */
  dataDir: string
  /** of the running server: with it a caller is the command line of this machine */
  secret: string
  /** Resolves with its exit code, and all that it said. */
  ended: Promise<{ code: number | null; said: string }>
  kill: (signal: 'SIGTERM' | 'SIGKILL') => void
}

/** Starts the application on a data folder; resolves once it says that it serves. */
export async function startApplication(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Application> {
  const port = await freePort()
  const next = 'node_modules/next/dist/bin/next'
  const program = [next, 'start', '-H', '127.0.0.1', '-p', String(port)]
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(port),
      NODE_ENV: 'production',
      NEXT_MANUAL_SIG_HANDLE: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      ...environment,
    },
  })
  let said = ''
  const serving = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes: Buffer) => {
        said += bytes.toString()
        if (said.includes('palimpsest: serving ')) resolve()
      })
    }
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  const early = await Promise.race([serving, ended])
  if (early) throw new Error(`the application did not start; is it built?\n${early.said}`)
  const file = readFileSync(path.join(dataDir, 'server.json'), 'utf8')
  const { secret } = JSON.parse(file) as { secret: string }
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    secret,
    ended,
    kill: (signal) => void child.kill(signal),
  }
}

/** Ends an application, and takes its data away. */
export async function endApplication({ kill, ended, dataDir }: Application): Promise<void> {
  kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
