// `npm run test:package`: packs the application, installs it into an empty folder of a user who has
// nothing else of ours, as `npx` does, and uses it. Prints sizes and times.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fail, root, say } from '../prepare.mjs'
import { serves } from './serves.mjs'

/** Bytes of the packed file. */
const MAX = 60_000_000

/** Limit on the time from the installed package to an answer of `/readyz`; seconds. */
const LONGEST = 10

const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-package-'))
const home = path.join(folder, 'home')
const empty = path.join(folder, 'empty')
for (const each of [home, empty]) mkdirSync(each)

/** Variables that the machine decides: where npm finds packages and the headers of Node. */
const OF_THE_MACHINE =
  /^(?:PATH|https?_proxy|no_proxy|npm_config_(?:registry|nodedir|cafile)|NODE_EXTRA_CA_CERTS)$/i

const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => OF_THE_MACHINE.test(name))),
  ...headers(),
  HOME: home,
}

process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
npm(['pack', '--pack-destination', empty], { cwd: root })
const [file] = readdirSync(empty)
const bytes = statSync(path.join(empty, file)).size
say(`${file}: ${(bytes / 1e6).toFixed(1)} MB`)
if (bytes > MAX) fail(`more than ${MAX / 1e6} MB`)
const first = await serves({ command: ['npx', '--yes', `./${file}`], cwd: empty, env })
report('npx, installing', first)
const installed = path.join(home, '.npm', '_npx')
const program = path.join(
  installed,
  readdirSync(installed)[0],
  'node_modules',
  'palimpsest',
  'dist',
  'bin',
  'palimpsest.mjs',
)
rmSync(path.join(home, '.local'), { recursive: true })
const again = await serves({ command: [process.execPath, program], cwd: empty, env })
report('installed, from an empty data folder', again)
if (again.seconds > LONGEST) fail(`it took more than ${LONGEST} s`)
const stores = spawnSync('npx', ['--yes', `./${file}`, 'stores'], { cwd: empty, env })
if (!String(stores.stdout).includes('Packed')) fail(`stores: ${stores.stdout}${stores.stderr}`)

function report(what, { seconds, problems }) {
  if (problems.length > 0) fail(`${what}: ${problems.join('\n')}`)
  say(`${what}: served after ${seconds.toFixed(1)} s`)
}

function npm(args, options) {
  const { status, stderr } = spawnSync('npm', args, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) fail(`npm ${args[0]} failed:\n${stderr}`)
}

/** A machine without the network of Node's project compiles with the headers that npm is set to. */
function headers() {
  const nodedir = String(spawnSync('npm', ['config', 'get', 'nodedir']).stdout).trim()
  return nodedir === '' || nodedir === 'undefined' || nodedir === 'null'
    ? {}
    : { npm_config_nodedir: nodedir }
}
