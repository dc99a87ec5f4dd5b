// The unit and contract tests, and the files of those that failed once more by themselves.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const REPORTER = path.resolve(import.meta.dirname, 'failed-tests-reporter.mjs')

/** Limit on the files that are run again: if tests fail in more, the machine is not the reason. */
const MAX_FILES_AGAIN = 3

/**
 * Runs the unit and contract tests. With `isAgain` the files in which some failed are run once more,
 * alone: on a machine that other work slows down, one failure of one test says little about a change.
 * Which tests passed only then is answered, so that nobody overlooks them.
 *
 * @param {(args: string[], env?: Record<string, string>) => Promise<number>} vitest runs `vitest run`
 *   and resolves with its exit code
 * @param {{ output: string, isAgain: boolean }} options `output`: a folder for the reports
 * @returns {Promise<{ code: number, flaky: { test: string }[] }>}
 */
export async function runUnitTests(vitest, { output, isAgain }) {
  const report = path.join(output, 'unit.json')
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`]
  const code = await vitest(reporters, { FAILED_TESTS: report })
  if (code === 0 || !isAgain || !existsSync(report)) return { code, flaky: [] }
  const { failed, isAll } = JSON.parse(readFileSync(report, 'utf8'))
  // An error outside of the tests has no file in which it would come again.
  if (!isAll || failed.length === 0 || failed.length > MAX_FILES_AGAIN) return { code, flaky: [] }
  const codeAgain = await vitest(failed.map(({ file }) => file))
  return { code: codeAgain, flaky: codeAgain === 0 ? failed.flatMap(failedIn) : [] }
}

const failedIn = ({ file, tests }) =>
  tests.map((test) => ({ test: `${path.relative(process.cwd(), file)} ${test}` }))
