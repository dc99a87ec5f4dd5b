// `npm test`: everything, from a clone without packages. A step that fails does not keep the next from
// running. In CI a test file that failed runs once more by itself; one that passes then is told as
// FLAKY. `--long`: only what draws its cases, with another seed and twenty times as many.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { requireChromium } from './find-chromium.mjs'

process.chdir(path.resolve(import.meta.dirname, '..'))
const MOST_AGAIN = 5 // if more files fail, the change is the reason and not the machine
const reports = mkdtempSync(path.join(tmpdir(), 'palimpsest-test-'))
const unit = path.join(reports, 'unit')
process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = path.join(reports, 'browser')
const CHECKS = {
  types: ['tsc', '--noEmit'],
  lint: ['oxlint'],
  format: ['oxfmt', '--check'],
  'dead code': ['knip', '--no-progress', '--no-config-hints'],
  house: [process.execPath, 'scripts/house.mjs', '--check'],
  migrations: ['tsx', 'scripts/migration.ts'],
}
const UNIT = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${unit}`]
const BROWSER = ['playwright', 'test', '--reporter=list,json']
const { PRIORITY_LOW: IDLE, PRIORITY_NORMAL: NORMAL } = constants.priority
const failed = []
await step('build', [process.execPath, 'scripts/start.mjs', '--only'])
if (process.argv.includes('--long')) {
  process.env.TEST_SEED = String(randomInt(2 ** 31))
  say(`the seed is ${process.env.TEST_SEED}`, Date.now())
  const names = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  const draws = (name) => readFileSync(`tests/${name}`, 'utf8').includes('/drawn')
  const drawing = names.filter((name) => name.endsWith('.test.ts') && draws(name))
  await step('properties', [...UNIT, '.property.', ...drawing])
} else {
  // Checks fill what tests leave of the processors while they wait.
  const checks = Object.entries(CHECKS).map(([name, command]) => step(name, command, [], IDLE))
  await Promise.all([...checks, step('unit', UNIT, ['--maxWorkers=1'])])
  process.env.CHROMIUM_PATH = requireChromium() ?? ''
  await step('browser', BROWSER, ['--workers=1', '--trace=on'])
}
for (const name of skipped(unit)) process.stdout.write(`=== SKIPPED: ${name}\n`)
say(failed.length ? `FAILED: ${failed.join(', ')}` : 'all passed', performance.timeOrigin)
process.exitCode = failed.length ? 1 : 0

async function step(name, command, alone = [], priority = NORMAL) {
  const begun = Date.now()
  let code = await run(command, priority)
  const files = code && process.env.CI ? failedFiles(path.join(reports, name)) : []
  if (files.length && files.length <= MOST_AGAIN) {
    code = await run([...command, ...alone, ...files])
    if (!code) say(`FLAKY, passed only by itself: ${files.join(', ')}`, begun)
  }
  if (code) failed.push(name)
  say(`${name}: ${code ? 'FAILED' : 'passed'}`, begun)
}

function failedFiles(report) {
  if (!existsSync(report)) return []
  const { testResults = [], suites = [] } = JSON.parse(readFileSync(report, 'utf8'))
  const units = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  const files = [...units, ...suites.filter(hasFailed).map(({ file }) => path.resolve('e2e', file))]
  return [...new Set(files.map((file) => path.relative('', file)))]
}

/** What this machine has no program for; why is said where it was skipped. */
function skipped(report) {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName)
}

function hasFailed({ specs = [], suites = [] }) {
  return specs.some(({ ok }) => !ok) || suites.some(hasFailed)
}

function run([name, ...args], priority = NORMAL) {
  const child = spawn(path.resolve('node_modules/.bin', name), args, { stdio: 'inherit' })
  if (priority !== NORMAL && child.pid) setPriority(child.pid, priority)
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function say(what, since) {
  process.stdout.write(`=== ${what} in ${((Date.now() - since) / 1000).toFixed(0)} s\n`)
}
