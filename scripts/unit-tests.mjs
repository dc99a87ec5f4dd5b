// The unit and contract tests, and the files of those that failed once more by themselves.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Limit on the files that are run again: if tests fail in more, the machine is not the reason. */
const MAX_FILES_AGAIN = 3

/**
 * Runs the unit and contract tests. With `isAgain` the files in which some failed are run once more,
 * alone: on a machine that other work slows down, one failure of one test says little about a change.
 * Which tests passed only then is answered, so that nobody overlooks them.
 *
 * @param {(args: string[]) => Promise<number>} vitest runs `vitest run` and resolves with its exit code
 * @param {{ output: string, isAgain: boolean }} options `output`: a folder for the reports
 * @returns {Promise<{ code: number, flaky: { test: string }[] }>}
 */
export async function runUnitTests(vitest, { output, isAgain }) {
  const report = path.join(output, 'unit.json')
  const code = await vitest([
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  if (code === 0 || !isAgain || !existsSync(report)) return { code, flaky: [] }
  const failed = JSON.parse(readFileSync(report, 'utf8')).testResults.filter(
    ({ status }) => status === 'failed',
  )
  if (failed.length === 0 || failed.length > MAX_FILES_AGAIN) return { code, flaky: [] }
  const codeAgain = await vitest(failed.map(({ name }) => name))
  return { code: codeAgain, flaky: codeAgain === 0 ? failed.flatMap(failedIn) : [] }
}

function failedIn({ name, assertionResults }) {
  const file = path.relative(process.cwd(), name)
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => ({ test: `${file} ${fullName}` }))
}
