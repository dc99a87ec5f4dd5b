// Starts a packed Palimpsest and uses it as somebody does who has nothing else of ours.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any start takes, a compiler's included; milliseconds. */
const TIMEOUT_MS = 600_000

/**
 * Starts `command`, asks what it serves (the database, the API, a page with its script) and ends it.
 * Resolves with how long the start took and with what is wrong, in lines; none: nothing is. The
 * environment is `env` and a port.
 */
export async function serves({ command: [program, ...args], cwd, env }) {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(program, args, { cwd, env: { ...env, PORT: String(port) } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (printed += chunk))
  const ended = once(child, 'close')
  const isServing = await Promise.race([printedServing(child), ended.then(() => false)])
  const seconds = (performance.now() - started) / 1000
  if (!isServing) return { seconds, problems: [`it did not serve:\n${printed}`] }
  const address = `http://127.0.0.1:${port}`
  const problems = await problemsOf(address)
  child.kill('SIGTERM')
  const [code, signal] = await ended
  // npm ends as it was asked to, its program as it does itself.
  const isClean = code === 0 || signal === 'SIGTERM'
  if (!isClean) problems.push(`it ended with ${code}:\n${printed}`)
  if (!(await isGone(address))) problems.push('the server stayed')
  return { seconds, problems }
}

/** Limit on the tries, a tenth of a second each, within which the server drains. */
const MAX_TRIES = 100

async function isGone(address) {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answers = await fetch(`${address}/healthz`).then(
      () => true,
      () => false,
    )
    if (!answers) return true
    await pause(100)
  }
  return false
}

function printedServing(child) {
  return new Promise((resolve) => {
    setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS).unref()
    child.stdout.on('data', (chunk) => {
      if (String(chunk).includes('serving http')) resolve(true)
    })
  })
}

async function problemsOf(address) {
  const page = await ask(`${address}/guide/connections`)
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '/no-script'
  const store = await ask(`${address}/v1/memory_stores`, { name: 'Packed' })
  const answers = [await ask(`${address}/readyz`), page, await ask(`${address}${script}`), store]
  return answers
    .filter(({ status }) => status !== 200)
    .map(({ url, status, text }) => `${url} answered ${status}: ${text.slice(0, 500)}`)
}

async function ask(url, body) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const answer = await fetch(url, body && { ...sent, body: JSON.stringify(body) })
  return { url, status: answer.status, text: await answer.text() }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
