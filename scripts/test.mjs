// `npm test`: installs what is missing and runs everything. One failed step fails the whole run;
// later steps still run, so that one run reports everything.
import {
  allPackages,
  bin,
  clients,
  fail,
  prepare,
  requireNode,
  root,
  run,
  scanner,
} from './prepare.mjs'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

requireNode()
await prepare(allPackages)
await prepare(clients)
await prepare(scanner)
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
  ['types', async () => (await quietly(node, next, 'typegen')) || quietly(node, tsc, '--noEmit')],
  ['lint', () => quietly(bin('oxlint'))],
  ['format', () => quietly(bin('oxfmt'), '--check')],
  ['dead code', () => quietly(bin('knip'), '--no-progress', '--no-config-hints')],
  ['migrations', () => quietly(bin('tsx'), 'scripts/migration.ts')],
  ['build', () => quietly(node, 'scripts/start.mjs', '--build-only')],
  ['package', () => quietly(node, 'scripts/package/check.mjs')],
  ['every part of the bench, in small', () => quietly(bin('tsx'), 'bench/run.ts', '--smoke')],
]
const UNIT_TESTS = [['unit and contract tests', () => aloud(bin('vitest'), 'run')]]
const BROWSER_TESTS = [['browser tests', () => aloud(bin('playwright'), 'test')]]

// The checker of types is a Go program: collecting its garbage less often saves a tenth of its time.
process.env.GOGC ??= '400'

const chromium = await requireChromium()
if (chromium) process.env.CHROMIUM_PATH = chromium

const started = Date.now()
const failed = []
await Promise.all([takeAll(CHECKS), takeAll(UNIT_TESTS)])
await takeAll(BROWSER_TESTS)
say(failed.length === 0 ? 'all passed' : `FAILED: ${failed.join(', ')}`, started)
if (failed.length > 0) fail(`failed: ${failed.join(', ')}`)

async function takeAll(steps) {
  for (const [name, step] of steps) {
    const start = Date.now()
    const code = await step().catch((error) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      return 1
    })
    say(`${name}: ${code === 0 ? 'passed' : 'FAILED'}`, start)
    if (code !== 0) failed.push(name)
  }
}

function say(message, since) {
  process.stdout.write(`=== ${message} in ${((Date.now() - since) / 1000).toFixed(1)} s\n`)
}

/** Runs a command with its output passed through. */
function aloud(command, ...args) {
  return run(command, args)
}

/** Runs a command in parallel and prints its output in one piece when it ends. */
async function quietly(command, ...args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-output-'))
  const file = path.join(folder, 'output')
  const output = openSync(file, 'w')
  try {
    return await run(command, args, { stdio: ['ignore', output, output] })
  } finally {
    closeSync(output)
    process.stdout.write(readFileSync(file))
    rmSync(folder, { recursive: true, force: true })
  }
}
