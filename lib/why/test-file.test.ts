import { expect, test } from 'vitest'
import { fileOf, junitOf, testsIn } from './test-file'

const FILE = `model: m
tests:
  - { name: Deploys go out on Fridays, messages: [When do we deploy?], checks: [{ type: contains, text: on Fridays }], after_changes: true }
`

test('a file of tests is read with the model that it names, and written again the same', () => {
  const tests = testsIn(FILE)
  expect(tests).toMatchObject([
    { name: 'Deploys go out on Fridays', model: 'm', access: 'read_only', after_changes: true },
  ])
  expect(testsIn(fileOf(tests))).toEqual(tests)
  expect(fileOf(tests)).not.toContain('read_only')
})

test('a file that cannot be used says which test is wrong, and how', () => {
  expect(() => testsIn(FILE.replace('name:', 'nam:'))).toThrow(/^test 1: /)
  expect(() => testsIn('tests: []')).toThrow(/^tests /)
})

test('JUnit has a suite a store, failures and errors, and no answer', () => {
  const result = { reason: null, held: 3, of: 3, seconds: 1.5 }
  const xml = junitOf([
    {
      store: 'Notes & more',
      results: [
        { ...result, name: 'A', status: 'passed' },
        { ...result, name: 'B <b>', status: 'mixed', held: 12, of: 20 },
        { ...result, name: 'C', status: 'not_run', reason: 'budget' },
      ],
    },
  ])
  expect(xml).toContain('<testsuite name="Notes &amp; more" tests="3" failures="1" errors="1">')
  expect(xml).toContain('<testcase name="A" classname="Notes &amp; more" time="1.5"/>')
  expect(xml).toContain('<failure message="mixed: 12 of 20 held"/>')
  expect(xml).toContain('<error message="budget"/>')
})
