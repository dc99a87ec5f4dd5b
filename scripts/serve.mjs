// Runs Next's server as a child, forwards signals, and exits as it exits.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '../lib/is-alive.mjs'
import { inTurn } from './in-turn.mjs'
import { fail, nextBin, root } from './prepare.mjs'

/**
 * Binds the port, so that a conflict is reported at once and not after a build; returns the
 * function that releases it. Exits with one line if something else listens already.
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

/**
 * Time after the server is asked to end until what still runs is killed; the database survives it.
 * Milliseconds.
 */
const TIMEOUT_MS = 10_000

/**
 * Serves on the port that `holdPort` held; nobody can take it between its release and the server.
 * Resolves once the server answers and its database is ready.
 */
export async function serve(mode, settings, releasePort) {
  await alone(settings, async () => {
    await releasePort()
    startServer(mode, settings)
    // If the server never listens, its exit ends this process.
    while (!(await isListening(settings))) await pause(POLL_INTERVAL_MS)
  })
  while (!(await isReady(settings))) await pause(POLL_INTERVAL_MS)
}

const POLL_INTERVAL_MS = 20

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

async function isReady(settings) {
  try {
    const answer = await fetch(`${addressOf(settings)}/readyz`)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/** The server's URL; an IPv6 address is put in brackets. */
export function addressOf({ host, port }) {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Runs the job when no other start in this folder probes or hands over the port: some 200 ms. */
function alone({ port, dataDir }, job) {
  const { isPacked } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  // A package is not written to: it may belong to somebody else.
  const folder = isPacked ? dataDir : path.join(root, '.cache')
  return inTurn(path.join(folder, `port-${port}`), job, () => {})
}

function startServer(mode, settings) {
  const child = spawn(
    process.execPath,
    [
      ...heapLimits(mode),
      '--import',
      pathToFileURL(path.join(root, 'scripts', 'end-with-parent.mjs')).href,
      ...program(mode, settings),
    ],
    { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment(mode) },
  )
  let isEnding = false
  const end = (signal) => {
    if (isEnding) return
    isEnding = true
    child.kill(signal)
    setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
  endWithNpm(() => end('SIGTERM'))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/**
 * Limits on V8's heap, which by itself lets garbage grow to several times what is in use: with them the
 * server takes a fifth less under load (docs/decisions/0041). What the operator sets wins.
 */
function heapLimits(mode) {
  if (mode !== 'start' || /max[-_](old|semi|heap)/.test(process.env.NODE_OPTIONS ?? '')) return []
  return ['--max-semi-space-size=8', '--max-old-space-size=1024']
}

/** The development server is Next's own. */
function program(mode, { host, port }) {
  return mode === 'start'
    ? [path.join(root, 'scripts', 'server.mjs'), host, String(port)]
    : [nextBin(), mode, '-H', host, '-p', String(port)]
}

/**
 * For glibc's allocator: with an arena of its own each thread keeps what it freed to itself, and a
 * threshold that grows by itself keeps more of what was freed than it gives back (in bytes).
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * The built server handles signals itself (instrumentation-node.ts); the development server uses
 * Next's handler.
 */
function environment(mode) {
  const usual = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  return mode === 'start' ? { ...MALLOC, ...usual, NEXT_MANUAL_SIG_HANDLE: '1' } : usual
}

/**
 * npm forwards signals, but may be killed itself. Without npm the starting process may end, as a
 * shell does on logout, and the server stays.
 */
function endWithNpm(end) {
  const script = process.env.npm_lifecycle_script
  if (!script?.includes(path.basename(process.argv[1]))) return
  const parent = process.ppid
  const shell = processAt(parent)
  // Some shells exec the command, others stay between npm and it.
  const npm = shell?.command.includes(script) ? shell.parent : parent
  const isGone = () => process.ppid !== parent || !isAlive(npm)
  void endWhen(isGone, end)
}

const CHECK_AFTER_NPM_MS = 250

async function endWhen(isGone, end) {
  while (!isGone()) await pause(CHECK_AFTER_NPM_MS)
  end()
}

/** The command and parent of a pid; null if they cannot be found out. */
function processAt(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
  const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? fromProc(pid)
  return parent === undefined ? null : { parent: Number(parent), command }
}

/** Reads a process from /proc, for small images without `ps`. */
function fromProc(pid) {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return [null, parent?.[1], command]
  } catch {
    return []
  }
}
