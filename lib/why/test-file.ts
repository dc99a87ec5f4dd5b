import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { type GivenTest, testSchema } from './tests'

/** Tests as they lie in a file beside the code, and what a run came to, for CI. */

const fileSchema = z.strictObject({
  /** of tests that name none */
  model: z.string().optional(),
  tests: z.array(z.record(z.string(), z.unknown())).min(1),
})

/** The tests of a file of YAML or JSON. Throws an `Error` whose message says what is wrong. */
export function testsIn(text: string): GivenTest[] {
  const file = fileSchema.safeParse(parse(text))
  if (!file.success) throw new Error(wordsOf(file.error))
  const { model, tests } = file.data
  return tests.map((test, index) => {
    const parsed = testSchema.safeParse({ ...(model !== undefined && { model }), ...test })
    if (parsed.success) return parsed.data
    throw new Error(`test ${index + 1}: ${wordsOf(parsed.error)}`)
  })
}

function wordsOf({ issues: [issue] }: z.ZodError): string {
  return [issue?.path.join('.'), issue?.message].filter(Boolean).join(' ')
}

/** A file of tests, as `testsIn` reads it; what has its usual value is left out. */
export function fileOf(tests: readonly GivenTest[]): string {
  const usual: Partial<GivenTest> = {
    system: '',
    access: 'read_only',
    tools: 'memory',
    after_changes: false,
  }
  const filed = tests.map((test) =>
    Object.fromEntries(
      Object.entries(test).filter(([name, value]) => usual[name as keyof GivenTest] !== value),
    ),
  )
  return stringify({ tests: filed })
}

/** What a test came to in a run. */
export interface ToldResult {
  name: string
  status: string
  reason: string | null
  held: number
  of: number
  seconds: number
}

/** Runs of stores as JUnit: failed and mixed are failures, what was not run is an error. */
export function junitOf(
  runs: readonly { store: string; results: readonly ToldResult[] }[],
): string {
  const suites = runs.map(({ store, results }) => {
    const failures = results.filter(({ status }) => status === 'failed' || status === 'mixed')
    const errors = results.filter(({ status }) => status === 'not_run')
    const counts = `tests="${results.length}" failures="${failures.length}" errors="${errors.length}"`
    const cases = results.map((result) => caseOf(store, result))
    return `  <testsuite name="${escaped(store)}" ${counts}>\n${cases.join('\n')}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>`
}

function caseOf(store: string, { name, status, reason, held, of, seconds }: ToldResult): string {
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(store)}" time="${seconds}"`
  if (status === 'passed') return `${head}/>`
  const tag = status === 'not_run' ? 'error' : 'failure'
  const words = status === 'not_run' ? (reason ?? 'not run') : `${status}: ${held} of ${of} held`
  return `${head}>\n      <${tag} message="${escaped(words)}"/>\n    </testcase>`
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    // What XML cannot hold.
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
