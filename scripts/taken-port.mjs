import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ends the process where another program has the port: Next would tell of it late, and as a fault of its own. */
export async function refuseTakenPort(host, written) {
  const port = Number(written)
  if (!(port > 0 && port < 65_536)) return
  const probe = createServer().listen(port, host)
  const code = await once(probe, 'listening').then(
    () => null,
    (error) => error.code,
  )
  probe.close()
  if (code !== 'EADDRINUSE') return
  const words = `another program listens on ${host}:${port}; end it, or choose another port: PORT=${port + 1}`
  process.stderr.write(`palimpsest: ${words}\n`)
  process.exit(1)
}
