import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runUnitTests } from './unit-tests.mjs'

const root = path.resolve(import.meta.dirname, '..')

/** A folder with tests, from which Vitest is found. */
function vitestOn(tests: Record<string, string>) {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.cache', 'unit-tests-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const config = path.join(folder, 'vitest.config.mjs')
  writeFileSync(config, 'export default {}\n')
  for (const [name, body] of Object.entries(tests)) {
    writeFileSync(
      path.join(folder, `${name}.test.mjs`),
      `import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
const before = ${JSON.stringify(path.join(folder, 'failed-before'))}
${body}`,
    )
  }
  const cli = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const vitest = async (args: string[], more: Record<string, string> = {}) => {
    const all = [cli, 'run', '--root', folder, '--config', config, ...args]
    const env = { ...process.env, ...more, VITEST: undefined }
    const child = spawn(process.execPath, all, { cwd: folder, env, stdio: 'ignore' })
    const [code] = (await once(child, 'exit')) as [number]
    return code
  }
  return { vitest, output: folder }
}

const BROKEN = `test('is broken', () => expect(1).toBe(2))
`

const FAILS_ONCE = `test('needs a quiet machine', () => {
  if (existsSync(before)) return
  writeFileSync(before, '')
  expect(1).toBe(2)
})
`

const STRAY = `test('passes, and leaves something behind', () => {
  void Promise.reject(new Error('nobody waits for it'))
})
`

test('a unit test that passes when its file is run again is named as flaky', async () => {
  const { vitest, output } = vitestOn({ shy: FAILS_ONCE })
  const { code, flaky } = await runUnitTests(vitest, { output, isAgain: true })
  expect(code).toBe(0)
  expect(flaky).toHaveLength(1)
  expect(flaky[0]?.test).toMatch(/shy\.test\.mjs needs a quiet machine$/)
})

test('a unit test that fails again fails the run', async () => {
  const { vitest, output } = vitestOn({ shy: FAILS_ONCE, broken: BROKEN })
  expect(await runUnitTests(vitest, { output, isAgain: true })).toEqual({ code: 1, flaky: [] })
})

test('a run with an error outside of its tests fails, though the test that failed would pass again', async () => {
  const { vitest, output } = vitestOn({ shy: FAILS_ONCE, stray: STRAY })
  expect(await runUnitTests(vitest, { output, isAgain: true })).toEqual({ code: 1, flaky: [] })
})

test('outside of CI no unit test is run again', async () => {
  const { vitest, output } = vitestOn({ shy: FAILS_ONCE })
  expect(await runUnitTests(vitest, { output, isAgain: false })).toEqual({ code: 1, flaky: [] })
})
