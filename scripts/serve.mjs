// Runs Next's server as a child, hands signals on, and ends as it ends.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fail, nextBin, root } from './prepare.mjs'

/** Ends with one line where something else listens already, before anything takes long. */
export async function requireFreePort({ host, port }) {
  const probe = createServer()
  const error = await new Promise((resolve) => {
    probe.once('error', resolve)
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })
  if (error?.code === 'EADDRINUSE') {
    fail(`port ${port} is taken: stop what listens there, or set PORT to another`)
  }
  if (error) fail(`cannot listen on ${host}:${port}: ${error.message}`)
}

export function serve(mode, settings) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  const args = [nextBin(), mode, '-H', settings.host, '-p', String(settings.port)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)))
}
