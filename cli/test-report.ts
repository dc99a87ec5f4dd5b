import type { MemoryTest, TestRun } from '@/lib/memory-tests/model/memory-test'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { printable } from './printable'

/** How a test of a store went. */
export interface TestOutcome {
  store: Pick<MemoryStore, 'id' | 'name'>
  test: Pick<MemoryTest, 'id' | 'name' | 'model' | 'checks' | 'revision'>
  run: TestRun
}

const WORDS: Record<TestRun['status'], string> = {
  passed: 'pass',
  failed: 'FAIL',
  mixed: 'MIXED',
  not_run: 'NOT RUN',
  pending: 'waiting',
  running: 'running',
}

/** One line a test. No answers: they may hold what a log should not. */
export function asLines(outcomes: readonly TestOutcome[]): string {
  if (outcomes.length === 0) return 'there are no tests\n'
  return outcomes
    .map(({ store, test, run }) => {
      const notes = run.provesNothing ? ' (proves nothing: it passes without any memory)' : ''
      const place = `${printable(store.name)}: ${printable(test.name)}`
      return `${WORDS[run.status].padEnd(8)}${whyOf(run).padEnd(10)}${place}${notes}\n`
    })
    .join('')
}

/** The same as JUnit writes it, for CI. */
export function asJunit(outcomes: readonly TestOutcome[]): string {
  const suites = [...new Set(outcomes.map(({ store }) => store.id))].map((id) => {
    const own = outcomes.filter(({ store }) => store.id === id)
    const failures = own.filter(({ run }) => isFailure(run)).length
    const errors = own.filter(({ run }) => run.status === 'not_run').length
    const name = escaped(own[0]?.store.name ?? '')
    return [
      `  <testsuite name="${name}" tests="${own.length}" failures="${failures}" errors="${errors}">`,
      ...own.map((outcome) => caseOf(outcome, name)),
      '  </testsuite>',
    ].join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`
}

function caseOf({ test, run }: TestOutcome, suite: string): string {
  const seconds = (((run.finishedAt ?? run.createdAt) - run.createdAt) / 1000).toFixed(3)
  const head = `    <testcase classname="${suite}" name="${escaped(test.name)}" time="${seconds}"`
  if (run.status === 'passed') return `${head}/>`
  const kind = isFailure(run) ? 'failure' : 'error'
  const why = escaped([run.status, whyOf(run), run.error ?? ''].filter(Boolean).join(': '))
  return `${head}>\n      <${kind} message="${why}"/>\n    </testcase>`
}

function isFailure({ status }: TestRun): boolean {
  return status === 'failed' || status === 'mixed'
}

/** Why it has no verdict, or how many of its answers were as wanted. */
function whyOf({ notRunFor, held, of }: TestRun): string {
  return notRunFor?.replaceAll('_', ' ') ?? `${held} of ${of}`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** A text as an attribute holds it, without the characters that XML has no way to write. */
function escaped(text: string): string {
  return printable(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
