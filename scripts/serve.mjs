// Runs Next's server as a child, hands signals on, and ends as it ends.
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inTurn } from './in-turn.mjs'
import { fail, nextBin, root } from './prepare.mjs'

/**
 * Takes the port, so that whoever else wants it hears so at once and not after a build; returns the
 * function that gives it free. Ends with one line where something else listens already.
 */
export function holdPort(settings) {
  return alone(settings, () => takePort(settings))
}

async function takePort({ host, port }) {
  const holder = createServer((socket) => socket.destroy())
  const error = await new Promise((resolve) => {
    holder.once('error', resolve)
    holder.listen(port, host, () => resolve(null))
  })
  if (error?.code === 'EADDRINUSE') {
    fail(`port ${port} is taken: stop what listens there, or set PORT to another`)
  }
  if (error) fail(`cannot listen on ${host}:${port}: ${error.message}`)
  return () => new Promise((resolve) => holder.close(resolve))
}

/** What is still going on so long after the server was asked to end is cut off; the database bears it. */
const PATIENCE_MS = 10_000

/** Serves on the port that `holdPort` held; nobody takes it between its release and the server. */
export function serve(mode, settings, releasePort) {
  return alone(settings, async () => {
    await releasePort()
    startServer(mode, settings)
    // Ends with the server, where that one never listens.
    while (!(await isListening(settings))) await pause(LOOK_AGAIN_MS)
  })
}

const LOOK_AGAIN_MS = 20

function isListening({ host, port }) {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** Of the starts in this folder only one at a time looks for a port or hands it over: some 200 ms. */
function alone({ port }, job) {
  return inTurn(path.join(root, '.cache', `port-${port}`), job, () => {})
}

function startServer(mode, settings) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  const args = [nextBin(), mode, '-H', settings.host, '-p', String(settings.port)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  const end = (signal) => {
    child.kill(signal)
    setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
