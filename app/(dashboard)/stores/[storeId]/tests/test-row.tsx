import { RunStrip } from '@/components/memory-tests/run-strip'
import { changeSince } from '@/components/memory-tests/since-words'
import { VerdictMark } from '@/components/memory-tests/verdict-mark'
import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import type { TestRun } from '@/lib/memory-tests/model/memory-test'
import type { TestWithRuns } from '@/lib/memory-tests/read-tests'
import { groupedBy } from '@/lib/text/grouped-by'
import { priceWords } from './prices'
import { STRIP_PLACES } from './strip-places'

/** A test in the list: its last verdict, its runs over time, and what a run costs. */
export async function TestRow({
  row: { test, runs },
  isOpen,
  places,
  now,
}: {
  row: TestWithRuns
  isOpen: boolean
  /** of each state of the store, by its last change */
  places: ReadonlyMap<number, number>
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
      <RunStrip marks={marksOf(runs, places)} places={STRIP_PLACES} now={now} label={counts} />
      <span className="justify-self-end text-xs text-ink-3 tabular-nums">
        {await lastTook({ test, runs })}
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
  const since = await changeSince(test, own)
  if (since === null) return test.provesNothing ? t('MemoryTests.provesNothing') : null
  const { change, by } = since
  return by === null ? t('MemoryTests.since', { change }) : t('MemoryTests.sinceBy', { change, by })
}

/** How long the last run that told took, and what it cost, in words; null: none told. */
async function lastTook(row: TestWithRuns): Promise<string | null> {
  const t = await texts()
  const told = row.runs.find(({ of, finishedAt }) => of > 0 && finishedAt !== null)
  const seconds = told ? secondsOf(told) : null
  const parts = [
    ...(seconds === null ? [] : [t('MemoryTests.seconds', { seconds })]),
    ...[await priceWords(row)],
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' · ')
}

/** Of several runs at one state of the store the one that says how it goes there. */
function marksOf(runs: readonly TestRun[], places: ReadonlyMap<number, number>) {
  const byPlace = groupedBy(runs, ({ sequence }) => places.get(sequence) ?? 0)
  return [...byPlace].flatMap(([place, own]) => {
    const telling = own.find(({ status }) => status !== 'not_run') ?? own[0]
    return place === 0 || !telling ? [] : [{ run: telling, place }]
  })
}

function secondsOf({ createdAt, finishedAt }: TestRun): string {
  return String(Math.ceil(((finishedAt ?? createdAt) - createdAt) / 1_000))
}

function countOf(runs: readonly TestRun[], status: TestRun['status']): number {
  return runs.filter((run) => run.status === status).length
}
