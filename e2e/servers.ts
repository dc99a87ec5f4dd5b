// Every server that the browser tests need, started at once: for each worker the application and its
// models, and one application without models. Answers on a port of its own once all do.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serveModels } from './model-server'
import { portsOf, READY_PORT, WITHOUT_MODELS_PORT, WORKERS, agentsFolder } from './ports'

const POLL_INTERVAL_MS = 50

/** Made for this run by `playwright.config.ts`. */
const DATA_DIR = process.env.E2E_DATA_DIR ?? ''

const applications: ChildProcess[] = []

async function startApplication(port: number, env: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: path.join(DATA_DIR, String(port)),
      DATABASE_URL: '',
      ANTHROPIC_AUTH_TOKEN: '',
      MODEL_PRICES: '',
      // What a policy makes of a write must not depend on how busy the machine is.
      SCAN_WAIT_MS: '15000',
      // Tests seed from temporary folders.
      SEED_ROOTS: [tmpdir(), path.resolve('.')].join(path.delimiter),
      // What the agents of whoever runs the tests remember is none of theirs.
      WATCH_ROOTS: [tmpdir(), DATA_DIR].join(path.delimiter),
      CLAUDE_CONFIG_DIR: path.join(agentsFolder(port), 'claude'),
      CODEX_HOME: path.join(agentsFolder(port), 'codex'),
      ...env,
    },
  })
  applications.push(child)
  // Without one of them every test of its worker would fail.
  child.once('exit', (code) => end(code ?? 1))
  while (!(await isReady(port))) await pause(POLL_INTERVAL_MS)
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function startForWorker(worker: number): Promise<void> {
  const ports = portsOf(worker)
  await Promise.all([
    // Requests to models go to the scripted model server.
    startApplication(ports.application, {
      ANTHROPIC_API_KEY: 'sk-e2e-secret',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${ports.models}`,
      MODEL_PRICES: JSON.stringify({ 'priced-*': { input: 3, output: 15 } }),
    }),
    serveModels(ports),
  ])
}

let isEnding = false

/** Ends every application, removes their data, and then ends this process. */
function end(code: number): void {
  if (isEnding) return
  isEnding = true
  for (const child of applications) child.kill('SIGTERM')
  const ended = applications
    .filter(({ exitCode }) => exitCode === null)
    .map((child) => once(child, 'exit'))
  void Promise.all(ended).then(() => {
    // The folder may be in memory, which it would go on taking.
    rmSync(DATA_DIR, { recursive: true, force: true })
    process.exit(code)
  })
}

// If this process fails, the applications must not outlive it.
process.on('exit', () => applications.forEach((child) => child.kill('SIGTERM')))
process.on('SIGTERM', () => end(0))
process.on('SIGINT', () => end(0))

await Promise.all([
  ...Array.from({ length: WORKERS }, (_, worker) => startForWorker(worker)),
  startApplication(WITHOUT_MODELS_PORT, { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' }),
])
createServer((_, response) => response.end('ready')).listen(READY_PORT, '127.0.0.1')
