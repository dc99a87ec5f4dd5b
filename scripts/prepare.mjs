// What `npm start`, `npm run dev` and `npm test` have in common: a Node that is new enough, the
// packages of the lock file, a build that is of these sources.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

// From wherever it was started: what is relative in a setting is relative to the project.
process.chdir(root)

const MIN_NODE = [20, 19]

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return
  fail(`Node.js ${MIN_NODE.join('.')} or newer is needed; this is ${process.versions.node}`)
}

export function fail(message) {
  process.stderr.write(`palimpsest: ${message}\n`)
  process.exit(1)
}

export function say(message) {
  process.stdout.write(`palimpsest: ${message}\n`)
}

/** Runs a command in the project's folder and resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/** Runs a program of node_modules/.bin with this very Node. */
export function bin(name) {
  return path.join(root, 'node_modules', '.bin', name)
}

const INSTALL_STAMP = path.join(root, 'node_modules', '.palimpsest-installed')

export async function installPackages() {
  const wanted = hashOf(['package.json', 'package-lock.json'])
  if (existsSync(INSTALL_STAMP) && readFileSync(INSTALL_STAMP, 'utf8') === wanted) return
  say('installing packages (once; a few minutes)')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const code = await run(npm, [
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0) fail('the packages could not be installed (npm ci failed, see above)')
  writeFileSync(INSTALL_STAMP, wanted)
}

/** Everything that a build is made of. */
const BUILD_SOURCES = [
  'app',
  'components',
  'lib',
  'prisma',
  'messages',
  'public',
  'instrumentation.ts',
  'instrumentation-node.ts',
  'proxy.ts',
  'next.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]

const BUILD_STAMP = path.join(root, '.next', 'palimpsest-sources')

const CLIENTS = path.join(root, 'lib', 'db', 'generated')
const CLIENTS_STAMP = path.join(CLIENTS, 'of-models')

export async function generateClients() {
  const wanted = hashOf(['prisma', 'package-lock.json', 'scripts/generate.mjs'])
  if (existsSync(CLIENTS_STAMP) && readFileSync(CLIENTS_STAMP, 'utf8') === wanted) return
  await import('./generate.mjs')
  writeFileSync(CLIENTS_STAMP, wanted)
}

export async function build() {
  const wanted = hashOf(BUILD_SOURCES)
  if (existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === wanted) return
  say('building (half a minute)')
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
  const code = await run(process.execPath, [nextBin(), 'build'], { env })
  if (code !== 0) fail('the build failed, see above')
  writeFileSync(BUILD_STAMP, wanted)
}

export function nextBin() {
  return path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
}

/** One hash over the names and contents of files, folders whole. */
function hashOf(names) {
  const hash = createHash('sha256')
  for (const file of names.flatMap((name) => filesBelow(name))) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

function filesBelow(name) {
  const full = path.join(root, name)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [name]
  if (name.endsWith('generated')) return []
  return readdirSync(full)
    .sort()
    .filter((entry) => !/\.test\.tsx?$/.test(entry))
    .flatMap((entry) => filesBelow(path.join(name, entry)))
}
