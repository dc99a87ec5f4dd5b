import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runBrowserTests } from './browser-tests.mjs'

const root = path.resolve(import.meta.dirname, '..')

/** A folder with tests that need no browser, from which Playwright is found. */
function playwrightOn(spec: string) {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.cache', 'browser-tests-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'playwright.config.mjs'), 'export default { workers: 2 }\n')
  const head = `import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
const before = ${JSON.stringify(path.join(folder, 'failed-before'))}
`
  writeFileSync(path.join(folder, 'some.spec.mjs'), head + spec)
  const cli = path.join(root, 'node_modules', 'playwright', 'cli.js')
  const playwright = async (args: string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, [cli, 'test', ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    })
    const [code] = (await once(child, 'exit')) as [number]
    return code
  }
  return { playwright, output: path.join(folder, 'results') }
}

const BROKEN = `test('is broken', () => expect(1).toBe(2))
`

const FAILS_ONCE = `test('needs a quiet machine', () => {
  if (existsSync(before)) return
  writeFileSync(before, '')
  expect(1).toBe(2)
})
`

test('a browser test that passes when run again by itself is named as flaky, with its trace, and one that fails again fails the run', async () => {
  const { playwright, output } = playwrightOn(FAILS_ONCE + BROKEN)
  const { code, flaky } = await runBrowserTests(playwright, { output, isAgain: true })
  expect(code).toBe(1)
  expect(flaky).toMatchObject([{ test: 'some.spec.mjs:4 needs a quiet machine' }])
  expect(existsSync(flaky[0]?.trace ?? '')).toBe(true)
})

test('outside of CI no browser test is run again', async () => {
  const { playwright, output } = playwrightOn(FAILS_ONCE)
  const ended = await runBrowserTests(playwright, { output, isAgain: false })
  expect(ended).toEqual({ code: 1, flaky: [] })
})
