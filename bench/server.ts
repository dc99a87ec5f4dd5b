import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { freePort } from '@/tests/support/postgresql-server'

/** The built application, run as `npm start` runs it. */
export interface RunningServer {
  url: string
  /** resident memory, in megabytes */
  memory: () => string
  stop: () => Promise<void>
}

/** Starts the application on a free port with its data in a folder; waits until it is ready. */
export async function startServer(
  folder: string,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', ...settings },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (let attempt = 0; attempt < 600; attempt++) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return { url, memory: () => residentMegabytes(child.pid ?? 0), stop }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the server did not start')
}

/** Of the server process started by the start script. */
function residentMegabytes(parent: number): string {
  const [child = ''] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ')
  const status = readFileSync(`/proc/${child}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024).toFixed(0)
}
