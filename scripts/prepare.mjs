// Shared by `npm start`, `npm run dev` and `npm test`: a Node that is new enough, the packages of
// the lock file, an up-to-date build.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inTurn } from './in-turn.mjs'
import { compiledProblem, isForTests, missingPackage } from './packages.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

// Relative paths in settings are relative to the project, wherever it was started.
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

const STOPS = ['SIGINT', 'SIGTERM']

/** Runs a command in the project's folder and resolves with its exit code. On a signal both end. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    let asked
    // Of two that run side by side, one may fail.
    const end = () => child.kill()
    process.once('exit', end)
    const stop = (signal) => {
      asked = signal
      child.kill(signal)
    }
    for (const signal of STOPS) process.on(signal, stop)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const each of STOPS) process.off(each, stop)
      process.off('exit', end)
      if (asked) process.exit(128 + constants.signals[asked])
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}

/** Runs a program of node_modules/.bin with this same Node. */
export function bin(name) {
  return path.join(root, 'node_modules', '.bin', name)
}

/**
 * Rebuilds `packages`, `allPackages`, `compiled`, `scanner`, `client` or `built` if it is stale. Only
 * one process at a time does so in this folder; another that needs it waits.
 */
export async function prepare(what) {
  if (!what.isStale()) return
  const lock = lockNamed(what.lock ?? 'preparing')
  const job = async () => what.isStale() && what.make()
  await inTurn(lock, job, (pid) =>
    say(`waiting for process ${pid}, which prepares this folder too (${lock})`),
  )
}

/** The packages of package-lock.json that building and serving need. */
export const packages = installed('--omit=dev', (wanted) => !isForTests(wanted))

/** All packages of package-lock.json: what tests and checks need too. */
export const allPackages = installed('--include=dev', () => true)

/** npm's options for a command among others that print. */
const SPARING = ['--no-audit', '--no-fund', '--loglevel=error']

function npm(args, options) {
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [...args, ...SPARING], options)
}

function installed(which, isNeeded) {
  return {
    isStale: () => missingPackage(root, isNeeded) !== null,
    async make() {
      say('installing packages (once; a minute)')
      // What their scripts would make is made by the next steps, the slowest beside the build.
      // It begins by deleting all packages: nobody may be compiling one of them.
      const code = await inTurn(
        lockNamed(compiled.lock),
        () => npm(['ci', which, '--ignore-scripts']),
        () => {},
      )
      if (code !== 0) fail('the packages could not be installed (npm ci failed, see above)')
      const { tidyPackages } = await import('./tidy-packages.mjs')
      tidyPackages(root)
    },
  }
}

/**
 * Begins to compile SQLite for packages that are to be installed from nothing; `compiled` takes what
 * became of it.
 */
export async function beginCompiling() {
  if (existsSync(path.join(root, 'node_modules', 'better-sqlite3'))) return
  const { compileAhead } = await import('./compile-ahead.mjs')
  await inTurn(
    lockNamed(AHEAD),
    () => compileAhead(root, npm),
    () => {},
  )
}

/** The lock of the compilation beside the installation, in a folder of its own. */
const AHEAD = 'compiling-ahead'

const lockNamed = (name) => path.join(root, '.cache', name)

/**
 * SQLite for this Node. Where no ready binary can be fetched, compiling it keeps a core busy for as
 * long as the build takes: whatever needs both prepares them side by side.
 */
export const compiled = {
  lock: 'compiling',
  isStale: () => compiledProblem(root) !== null,
  async make() {
    const { placeCompiled } = await import('./compile-ahead.mjs')
    // What is under way is waited for.
    await inTurn(
      lockNamed(AHEAD),
      () => placeCompiled(root),
      () => {},
    )
    if (compiledProblem(root) === null) return
    const code = await npm(['rebuild', 'better-sqlite3'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const problem = compiledProblem(root)
    if (code !== 0 || problem) fail(problem ?? 'npm rebuild failed, see above')
    const { removeObjects } = await import('./tidy-packages.mjs')
    removeObjects(root)
  },
}

/** Everything that the build depends on. */
export const BUILD_SOURCES = [
  'app',
  'components',
  'lib',
  'prisma',
  'messages',
  'scripts/compress-assets.mjs',
  'scripts/generate-client.mjs',
  'scripts/models-for.mjs',
  'scripts/tables-of.mjs',
  'scripts/shrink-server.mjs',
  'scripts/text-groups.mjs',
  'scripts/texts-loader.mjs',
  'public',
  'instrumentation.ts',
  'instrumentation-node.ts',
  'proxy.ts',
  'next.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]

/** The scanner's threads in one module each, for these sources. */
export const scanner = stamped(
  path.join(root, 'lib', 'scan', 'generated', 'of-sources'),
  ['lib/scan', 'lib/text', 'package-lock.json', 'scripts/bundle-scanner.mjs'],
  () => import('./bundle-scanner.mjs'),
)

/** The store's client, as prisma/models say. */
export const client = stamped(
  path.join(root, 'lib', 'db', 'generated', 'of-sources'),
  [
    'prisma/models',
    'package-lock.json',
    'scripts/generate-client.mjs',
    'scripts/models-for.mjs',
    'scripts/tables-of.mjs',
  ],
  async () => {
    // In a process of its own: `npm start` would keep the generator's 40 MB as long as it serves.
    const code = await run(process.execPath, [path.join(root, 'scripts', 'generate-client.mjs')])
    if (code !== 0) fail('the client could not be made from prisma/models, see above')
  },
)

/** The build of these sources. */
export const built = stamped(
  path.join(root, '.next', 'palimpsest-sources'),
  BUILD_SOURCES,
  async () => {
    say('building (half a minute)')
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
    const code = await run(process.execPath, [nextBin(), 'build'], { env })
    if (code !== 0) fail('the build failed, see above')
    const { compressAssets } = await import('./compress-assets.mjs')
    const { shrinkServer } = await import('./shrink-server.mjs')
    await Promise.all([
      compressAssets(path.join(root, '.next', 'static')),
      shrinkServer(path.join(root, '.next', 'server', 'chunks')),
    ])
  },
)

/**
 * An artefact with a stamp file that identifies its sources. The stamp is absent while it is being
 * made.
 */
function stamped(stamp, sources, make) {
  return {
    isStale: () => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashOf(sources),
    async make() {
      const hash = hashOf(sources)
      rmSync(stamp, { force: true })
      await make()
      writeFileSync(stamp, hash)
    },
  }
}

export function nextBin() {
  return path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
}

/** One hash over the names and contents of files and of whole folders. */
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
