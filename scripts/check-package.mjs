// `npm run test:package`: packs the application and uses it from an empty folder, as somebody does who has
// nothing else of ours. The clone's are the agent's SDK and better-sqlite3, which may take minutes to compile.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MOST_BYTES = 60_000_000
const MOST_START_MS = 10_000
const MOST_END_MS = 2_000

process.chdir(path.resolve(import.meta.dirname, '..'))
const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-package-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
run(process.execPath, ['scripts/package.mjs'])
const packed = path.resolve('dist', readdirSync('dist').find((name) => name.endsWith('.tgz')) ?? '')
run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', packed])
for (const name of ['better-sqlite3', '@anthropic-ai']) {
  const at = path.join(folder, 'node_modules', name)
  rmSync(at, { recursive: true, force: true })
  symlinkSync(path.resolve('node_modules', name), at)
}

const problems = []
const check = (is, words) => is || problems.push(words)
const bytes = statSync(packed).size
check(bytes <= MOST_BYTES, `it has ${bytes} bytes`)
const port = await freePort()
const program = path.join(folder, 'node_modules', '.bin', 'palimpsest')
const env = { PATH: process.env.PATH, HOME: folder, PORT: String(port) }
const begun = performance.now()
const server = spawn(program, { cwd: folder, env })
let printed = ''
const serving = new Promise((resolve) => {
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
      if (printed.includes('palimpsest: serving')) resolve(true)
    })
  }
})
const ended = once(server, 'close')
if (await Promise.race([serving, ended.then(() => false)])) {
  const took = Math.round(performance.now() - begun)
  check(took <= MOST_START_MS, `it served after ${took} ms`)
  await use(`http://127.0.0.1:${port}`)
  const { stdout } = spawnSync(program, ['keys', 'create', 'packed'], { cwd: folder, env })
  check(String(stdout).includes('plk_'), `keys create said: ${stdout}`)
  const asked = performance.now()
  server.kill('SIGTERM')
  const [code] = await ended
  check(code === 0, `it ended with ${code}`)
  const left = Math.round(performance.now() - asked)
  check(left <= MOST_END_MS, `it ended after ${left} ms`)
} else problems.push('it did not serve')
if (problems.length > 0) {
  process.stderr.write(`${[...problems, printed].join('\n')}\n`)
  process.exitCode = 1
} else process.stdout.write(`the package works: ${bytes} bytes\n`)

async function use(address) {
  const page = await ask(`${address}/guide/connect`)
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(page)?.[1] ?? '/no-script'
  await ask(`${address}/readyz`)
  await ask(`${address}${script}`)
  const { id } = JSON.parse(await ask(`${address}/v1/memory_stores`, { name: 'Packed' }))
  const uses = `import { palimpsestMemoryTool as of } from 'palimpsest/memory-tool'
    const { run } = of({ baseURL: '${address}', storeId: '${id}' })
    console.log(await run({ command: 'view', path: '/memories' }))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module'], {
    cwd: folder,
    input: uses,
  })
  check(String(stdout).includes('/memories'), `the memory tool said: ${String(stdout)}`)
}

async function ask(url, body) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const answer = await fetch(url, body && { ...sent, body: JSON.stringify(body) })
  const text = await answer.text()
  check(answer.status === 200, `${url} answered ${answer.status}: ${text.slice(0, 200)}`)
  return text
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address()
  probe.close()
  await once(probe, 'close')
  return free
}

function run(command, args) {
  if (spawnSync(command, args, { stdio: 'inherit' }).status === 0) return
  process.stderr.write(`palimpsest: ${command} failed, see above\n`)
  process.exit(1)
}
