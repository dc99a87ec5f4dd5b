// `npm test`: installs what is missing and runs everything. One failed step fails the whole run;
// later steps still run, so that one run reports everything.
import {
  allPackages,
  bin,
  client,
  compiled,
  fail,
  prepare,
  requireNode,
  root,
  run,
  scanner,
} from './prepare.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runBrowserTests } from './browser-tests.mjs'
import { Output } from './output.mjs'
import { runUnitTests } from './unit-tests.mjs'

requireNode()
await prepare(allPackages)
await prepare(compiled)
await prepare(scanner)
await prepare(client)
const { requireChromium } = await import('./find-chromium.mjs')

const node = process.execPath
const modules = path.join(root, 'node_modules')
const next = path.join(modules, 'next', 'dist', 'bin', 'next')
const tsc = path.join(modules, '@typescript', 'native', 'bin', 'tsc')

/**
 * Run beside the unit tests, which leave a core idle while their databases work: the checks that do
 * not need the running application, its build, what is packed of it, and the bench in small.
 */
const CHECKS = [
  [
    'types',
    async (to) => (await quietly(to, node, next, 'typegen')) || quietly(to, node, tsc, '--noEmit'),
  ],
  ['lint', (to) => quietly(to, bin('oxlint'))],
  ['format', (to) => quietly(to, bin('oxfmt'), '--check')],
  ['dead code', (to) => quietly(to, bin('knip'), '--no-progress', '--no-config-hints')],
  ['migrations', (to) => quietly(to, bin('tsx'), 'scripts/migration.ts')],
  ['build', (to) => quietly(to, node, 'scripts/start.mjs', '--build-only')],
  ['package', (to) => quietly(to, node, 'scripts/package/check.mjs')],
  ['every part of the bench, in small', (to) => quietly(to, bin('tsx'), 'bench/run.ts', '--smoke')],
]
const UNIT_TESTS = [['unit and contract tests', unitTests]]
const BROWSER_TESTS = [['browser tests', browserTests]]

// The checker of types is a Go program: collecting its garbage less often saves a tenth of its time.
process.env.GOGC ??= '400'

const chromium = await requireChromium()
if (chromium) process.env.CHROMIUM_PATH = chromium

/** Lines of a failed step that are printed once more when all is done: the end of a log is read. */
const REPEATED_LINES = 120

/** Interval at which the output of a step is passed on while it runs; milliseconds. */
const FOLLOW_MS = 200

const started = Date.now()
const failed = []
const flaky = []
const outputs = mkdtempSync(path.join(tmpdir(), 'palimpsest-output-'))
process.once('exit', () => rmSync(outputs, { recursive: true, force: true }))
await Promise.all([takeAll(CHECKS), takeAll(UNIT_TESTS)])
await takeAll(BROWSER_TESTS)
for (const { name, lastLines } of failed)
  process.stdout.write(`=== ${name} ended with\n${lastLines}\n`)
const names = failed.map(({ name }) => name).join(', ')
for (const { test, trace } of flaky)
  process.stdout.write(
    `=== FLAKY, passed only when run again by itself: ${test}${trace ? ` (trace: ${trace})` : ''}\n`,
  )
say(failed.length === 0 ? 'all passed' : `FAILED: ${names}`, started)
if (failed.length > 0) fail(`failed: ${names}`)

async function takeAll(steps) {
  for (const [name, step] of steps) {
    const start = Date.now()
    const output = new Output(path.join(outputs, name.replaceAll(/\W/g, '-')))
    const code = await step(output).catch((error) => {
      output.add(`${error instanceof Error ? error.message : String(error)}\n`)
      return 1
    })
    output.print()
    say(`${name}: ${code === 0 ? 'passed' : 'FAILED'}`, start)
    if (code !== 0) failed.push({ name, lastLines: output.lastLines(REPEATED_LINES) })
    output.close()
  }
}

async function unitTests(output) {
  const ended = await runUnitTests(
    (args, env) => aloud(output, bin('vitest'), ['run', ...args], env),
    { output: outputs, isAgain: Boolean(process.env.CI) },
  )
  flaky.push(...ended.flaky)
  return ended.code
}

async function browserTests(output) {
  const ended = await runBrowserTests(
    (args, env) => aloud(output, bin('playwright'), ['test', ...args], env),
    { output: 'test-results', isAgain: Boolean(process.env.CI) },
  )
  flaky.push(...ended.flaky)
  return ended.code
}

function say(message, since) {
  process.stdout.write(`=== ${message} in ${((Date.now() - since) / 1000).toFixed(1)} s\n`)
}

/** Runs a command in parallel; its output is printed in one piece when it ends. */
function quietly(output, command, ...args) {
  return run(command, args, { stdio: ['ignore', output.file, output.file] })
}

/** Runs a command, with these variables besides, and prints its output as it comes. */
async function aloud(output, command, args, env = {}) {
  const following = setInterval(() => output.print(), FOLLOW_MS)
  try {
    const stdio = ['ignore', output.file, output.file]
    return await run(command, args, { stdio, env: { ...process.env, ...env } })
  } finally {
    clearInterval(following)
  }
}
