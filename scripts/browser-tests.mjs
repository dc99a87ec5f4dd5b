// The browser tests, and those of them that failed once more by themselves.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Limit on the failed tests that are run again: if more fail, the machine is not the reason. */
const MAX_RETRIES = 5

/**
 * Runs the browser tests. With `isAgain` a test that failed is run once more, alone and with a trace:
 * on a machine that other work slows down, one failure of one test says little about a change. Which
 * tests passed only then is answered, so that nobody overlooks them.
 *
 * @param {(args: string[], env: Record<string, string>) => Promise<number>} playwright runs
 *   `playwright test` and resolves with its exit code
 * @param {{ output: string, isAgain: boolean }} options `output`: a folder for what tests leave
 * @returns {Promise<{ code: number, flaky: { test: string, trace: string }[] }>}
 */
export async function runBrowserTests(playwright, { output, isAgain }) {
  const code = await playwright([`--output=${output}`], {})
  if (code === 0 || !isAgain) return { code, flaky: [] }
  const lastRun = path.join(output, '.last-run.json')
  const { failedTests } = existsSync(lastRun) ? readJson(lastRun) : { failedTests: [] }
  if (failedTests.length === 0 || failedTests.length > MAX_RETRIES) return { code, flaky: [] }
  const again = path.join(output, 'again')
  const report = path.join(output, 'again.json')
  const codeAgain = await playwright(
    [
      '--last-failed',
      `--last-failed-file=${lastRun}`,
      `--output=${again}`,
      '--workers=1',
      '--trace=on',
      '--reporter=list,json',
    ],
    { E2E_WORKERS: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  )
  return { code: codeAgain, flaky: existsSync(report) ? passedIn(readJson(report)) : [] }
}

function passedIn({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok }) => ok)
    .map(({ file, line, title, tests }) => ({
      test: `${file}:${line} ${title}`,
      trace: traceOf(tests),
    }))
  return [...own, ...suites.flatMap(passedIn)]
}

function traceOf(tests) {
  const attachments = tests
    .flatMap(({ results }) => results)
    .flatMap((result) => result.attachments)
  return attachments.find(({ name }) => name === 'trace')?.path ?? 'none'
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
