// Runs Next's server as a child, hands signals on, and ends as it ends.
import { spawn } from 'node:child_process'
import { nextBin, root } from './prepare.mjs'

export function serve(mode, settings) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  const args = [nextBin(), mode, '-H', settings.host, '-p', String(settings.port)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)))
}
