// `npm start`, `npm run dev` (`--dev`) and what tests need (`--only`), from a clone: packages, clients, build, server,
// each step only where what it writes last is missing or older than what it is made from.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { end, whereToListen } from './where-to-listen.mjs'

process.chdir(path.resolve(import.meta.dirname, '..'))
process.env.NEXT_TELEMETRY_DISABLED = '1'
const isDev = process.argv.includes('--dev')
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const next = 'node_modules/next/dist/bin/next'
const sources = 'app components lib messages public prisma proxy.ts instrumentation.ts'
const all = `${sources} instrumentation-node.ts next.config.js postcss.config.mjs package-lock.json`

const where = process.argv.includes('--only') ? null : await whereToListen()
if (arePackagesMissing()) {
  say('installing packages (once; a minute)')
  run(npm, ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'])
}
// Compiled beside the build, which does not need it: it takes as long.
const compiling = worksSqlite()
  ? null
  : spawn(npm, ['rebuild', 'better-sqlite3', '--no-audit', '--no-fund'], { stdio: 'inherit' })
const schema = changedAt(['prisma/schema.prisma', 'scripts/generate.mjs'])
if (schema > changedAt(['lib/db/generated/text-columns.ts'])) {
  run(process.execPath, ['scripts/generate.mjs'])
}
const workers = ['lib/scan', 'lib/text', 'scripts/bundle-workers.mjs', 'package-lock.json']
if (changedAt(workers) > changedAt(['lib/scan/generated/worker.mjs'])) {
  run(process.execPath, ['scripts/bundle-workers.mjs'])
}
if (!isDev && changedAt(all.split(' ')) > changedAt(['.next/export-marker.json'])) {
  say('building (a minute)')
  run(process.execPath, [next, 'build'])
}
if (compiling) await ended(compiling)
if (where) await serve(where)

/** In this process, which would only wait beside another one, and hold memory. */
async function serve({ hostname, port }) {
  // Next would wait for every open stream at the end; instrumentation-node.ts ends the process.
  process.env.NEXT_MANUAL_SIG_HANDLE = '1'
  // A signal to npm ends npm's shell, which hands none on.
  const { ppid, pid, env } = process
  const follow = () => process.ppid === ppid || process.kill(pid, 'SIGTERM')
  if (env.npm_lifecycle_event) setInterval(follow, 500).unref()
  process.argv = [process.execPath, next, isDev ? 'dev' : 'start', '-H', hostname, '-p', `${port}`]
  await import(pathToFileURL(next).href)
}

/** Whether a package of the lock file is not there in its version; optional ones may be missing. */
function arePackagesMissing() {
  if (!existsSync('node_modules/.package-lock.json')) return true
  const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const there = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).some(([at, wanted]) => {
    const isOther = there[at]?.version !== wanted.version
    return at !== '' && isOther && !(wanted.optional && !there[at])
  })
}

function worksSqlite() {
  const code = "new (require('better-sqlite3'))(':memory:').close()"
  return spawnSync(process.execPath, ['-e', code], { stdio: 'ignore' }).status === 0
}

/** When the newest of these changed, 0: none is there. A folder's own time tells of what was deleted. */
function changedAt(names) {
  const times = names.filter(existsSync).map((name) => {
    const found = statSync(name)
    if (!found.isDirectory()) return found.mtimeMs
    const within = readdirSync(name).filter((each) => each !== 'generated')
    return Math.max(found.mtimeMs, changedAt(within.map((each) => path.join(name, each))))
  })
  return Math.max(0, ...times)
}

function run(command, args) {
  if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) fail([command, ...args])
}

async function ended(child) {
  // Its exit is told once this program comes to listen.
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)))
  if (code !== 0) fail(child.spawnargs)
}

function fail(command) {
  end(`${command.slice(0, 3).join(' ')} failed, see above`)
}

function say(words) {
  process.stdout.write(`palimpsest: ${words}\n`)
}
