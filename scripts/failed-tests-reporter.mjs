// A reporter of Vitest for scripts/unit-tests.mjs: writes to the file `FAILED_TESTS` which tests failed
// in which files, and whether anything failed outside of them.
import { writeFileSync } from 'node:fs'

export default class FailedTestsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const failed = modules
      .filter((module) => !module.ok())
      .map((module) => ({
        file: module.moduleId,
        tests: [...module.children.allTests('failed')].map(({ fullName }) => fullName),
      }))
    const isAll = unhandledErrors.length === 0
    writeFileSync(process.env.FAILED_TESTS, JSON.stringify({ failed, isAll }))
  }
}
