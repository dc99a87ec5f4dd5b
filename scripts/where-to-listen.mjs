import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Where to listen; an empty variable counts as unset: Next would take an empty HOST for every interface. Ends the
 * process where the port cannot be had: Next would tell of it late, and as a fault of its own.
 */
export async function whereToListen() {
  const { HOST, PORT: written } = process.env
  const hostname = HOST || '127.0.0.1'
  const port = Number(written || 3000)
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
    end(`PORT="${written}" cannot be used: expected a whole number from 1 to 65535`)
  }
  const probe = createServer().listen(port, hostname)
  const [code] = await once(probe, 'listening').catch((error) => [error.code])
  probe.close()
  const other = `end it, or choose another port: PORT=${port + 1}`
  if (code === 'EADDRINUSE') end(`another program listens on ${hostname}:${port}; ${other}`)
  return { hostname, port }
}

/** Ends the process with a line that says why. */
export function end(words) {
  process.stderr.write(`palimpsest: ${words}\n`)
  process.exit(1)
}
