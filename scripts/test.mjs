// `npm test`: installs what is missing and runs everything. One failed step fails the whole; the
// steps after it run all the same, so that one run tells all.
import { built, bin, fail, clients, packages, prepare, requireNode, run, root } from './prepare.mjs'
import path from 'node:path'

requireNode()
await prepare(packages)
await prepare(clients)
const { requireChromium } = await import('./find-chromium.mjs')

const node = process.execPath
const next = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next')

const STEPS = [
  ['types', async () => (await run(node, [next, 'typegen'])) || run(bin('tsc'), ['--noEmit'])],
  ['lint', () => run(bin('eslint'), ['.', '--max-warnings', '0'])],
  ['format', () => run(bin('prettier'), ['--check', '--log-level', 'warn', '.'])],
  ['dead code', () => run(bin('knip'), ['--no-progress', '--no-config-hints'])],
  ['migrations', () => run(bin('tsx'), ['scripts/migration.ts'])],
  ['unit and contract tests', () => run(bin('vitest'), ['run'])],
  ['build', async () => (await prepare(built), 0)],
  ['every part of the bench, in small', runBench],
  ['browser tests', runBrowserTests],
]

async function browserEnv() {
  const chromium = await requireChromium()
  return chromium ? { ...process.env, CHROMIUM_PATH: chromium } : process.env
}

async function runBench() {
  return run(bin('tsx'), ['bench/run.ts', '--smoke'], { env: await browserEnv() })
}

async function runBrowserTests() {
  return run(bin('playwright'), ['test'], { env: await browserEnv() })
}

const failed = []
for (const [name, step] of STEPS) {
  process.stdout.write(`\n=== ${name}\n`)
  const start = Date.now()
  const code = await step().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  })
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  process.stdout.write(`=== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) fail(`failed: ${failed.join(', ')}`)
