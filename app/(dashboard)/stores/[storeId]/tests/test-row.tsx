import { RunStrip } from '@/components/memory-tests/run-strip'
import { VerdictMark } from '@/components/memory-tests/verdict-mark'
import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import type { TestRun } from '@/lib/memory-tests/model/memory-test'
import { notPassingSince } from '@/lib/memory-tests/model/since'
import type { TestWithRuns } from '@/lib/memory-tests/read-tests'
import { priceWords } from './prices'

/** A test in the list: its last verdict, its runs over time, and what a run costs. */
export async function TestRow({
  row: { test, runs },
  isOpen,
  now,
}: {
  row: TestWithRuns
  isOpen: boolean
  now: number
}) {
  const t = await texts()
  const own = runs.filter(({ revision }) => revision === test.revision)
  const [last = null] = own
  const counts = t('MemoryTests.stripOf', {
    count: runs.length,
    passed: countOf(runs, 'passed'),
    failed: countOf(runs, 'failed'),
    mixed: countOf(runs, 'mixed'),
    notRun: countOf(runs, 'not_run'),
  })
  const note = await noteOf(test, last, own)
  return (
    <Link
      href={`/stores/${test.storeId}/tests?test=${test.id}`}
      scroll={false}
      data-test-row=""
      aria-current={isOpen ? 'true' : undefined}
      className="test-row"
    >
      <span className="truncate font-medium">
        <VisibleLabel text={test.name} />
      </span>
      <span className="justify-self-end">
        <VerdictMark run={last} />
      </span>
      <RunStrip runs={runs} now={now} label={counts} />
      <span className="justify-self-end text-xs text-ink-3 tabular-nums">
        {await priceWords({ test, runs: own })}
      </span>
      {note === null ? null : <span className="col-span-2 text-xs text-ink-3">{note}</span>}
    </Link>
  )
}

/** A few words below a row, where they say more than its marks. */
async function noteOf(
  test: TestWithRuns['test'],
  last: TestRun | null,
  own: readonly TestRun[],
): Promise<string | null> {
  const t = await texts()
  if (last?.notRunFor) return t(`MemoryTests.notRun_${last.notRunFor}`)
  const since = notPassingSince(own, test.revision)
  if (since?.lastPass) return t('MemoryTests.since', { change: since.first.sequence })
  return test.provesNothing ? t('MemoryTests.provesNothing') : null
}

function countOf(runs: readonly TestRun[], status: TestRun['status']): number {
  return runs.filter((run) => run.status === status).length
}
