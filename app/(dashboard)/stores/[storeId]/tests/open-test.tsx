import { Pencil, Split, Undo2 } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { texts } from '@/components/i18n/server-texts'
import { DeleteTest } from '@/components/memory-tests/delete-test'
import { RunTest } from '@/components/memory-tests/run-buttons'
import { buttonVariants } from '@/components/ui/button'
import { KeyedLink } from '@/components/ui/keyed-link'
import { Link } from '@/components/ui/link'
import { LinkKey } from '@/components/ui/link-key'
import { database } from '@/lib/db/open-database'
import { newestBisectionOf } from '@/lib/memory-tests/bisections/get-test-bisection'
import { isUnderWay, type MemoryTest, type TestRun } from '@/lib/memory-tests/model/memory-test'
import { notPassingSince } from '@/lib/memory-tests/model/since'
import { timeOfDay } from '@/lib/memory-tests/model/time-of-day'
import type { TestWithRuns } from '@/lib/memory-tests/read-tests'
import { sinceChange } from '@/lib/memory-tests/since-change'
import type { SuspectChange } from '@/lib/memory-tests/suspect-change'
import type { Check } from '@/lib/replay/model/check'
import { plainText } from '@/lib/text/plain-text'
import { Overrulings } from './overrulings'
import { priceToRun } from './prices'
import { ThenAndNow } from './then-and-now'
import { WhoChanged } from './who-changed'

export interface OpenTestProps {
  row: TestWithRuns
  /** the run that is shown as now; null: the last */
  runId: string | null
  isArchived: boolean
}

/** One test: how it goes and since when, what is asked, and what was answered then and now. */
export async function OpenTest({ row, runId, isArchived }: OpenTestProps) {
  const { test, runs } = row
  const t = await texts()
  const own = runs.filter(({ revision }) => revision === test.revision)
  const chosen = own.find(({ id }) => id === runId) ?? own[0] ?? null
  const since = notPassingSince(own, test.revision)
  const suspect = await sinceChange(database(), { test, since })
  const address = `/stores/${test.storeId}/tests`
  const lastPass = own.find(({ status, id }) => status === 'passed' && id !== chosen?.id) ?? null
  return (
    <section className="tests-open" aria-labelledby="test-says">
      <div className="space-y-4 border-b border-line px-6 pt-5.5 pb-4.5">
        <div role="status" aria-live="polite">
          <h2
            id="test-says"
            className="text-[22px] leading-tight font-semibold tracking-[-0.015em] text-balance"
          >
            {await headline(test, chosen ?? null, suspect)}
          </h2>
          <p className="mt-1 text-talk text-ink-2">
            <VisibleLabel text={test.name} />
            {chosen ? await subline(chosen) : null}
          </p>
        </div>
        {suspect?.versionId == null ? null : (
          <WhoChanged storeId={test.storeId} versionId={suspect.versionId} />
        )}
        <div className="flex flex-wrap gap-2">
          {isArchived || suspect?.versionId == null ? null : (
            <KeyedLink
              href={`/stores/${test.storeId}/undo?version=${suspect.versionId}`}
              letter="r"
              variant="primary"
            >
              <Undo2 size={14} aria-hidden /> {t('MemoryTests.revert')}
            </KeyedLink>
          )}
          {isArchived || since === null || suspect?.versionId != null ? null : (
            <KeyedLink href={await sinceAddress(test, since.first.sequence)} letter="b">
              <Split size={14} aria-hidden /> {t('Since.ask')}
            </KeyedLink>
          )}
          {suspect === null || !since?.lastPass ? null : (
            <Link
              href={`/stores/${test.storeId}/compare?from=${since.lastPass.sequence}&to=${suspect.to}`}
              className={buttonVariants({})}
            >
              {t(suspect.versionId === null ? 'MemoryTests.showChanges' : 'MemoryTests.showChange')}
            </Link>
          )}
          {isArchived || (chosen && isUnderWay(chosen.status)) ? null : (
            <RunTest storeId={test.storeId} testId={test.id} price={await priceToRun(row)} />
          )}
          {isArchived ? null : (
            <>
              <Link
                href={`${address}/${test.id}/edit`}
                className={buttonVariants({ variant: 'quiet' })}
              >
                <Pencil size={14} aria-hidden /> {t('MemoryTests.change')}
              </Link>
              <DeleteTest storeId={test.storeId} testId={test.id} />
            </>
          )}
        </div>
      </div>
      <Question test={test} />
      <Overrulings testId={test.id} />
      <ThenAndNow test={test} then={lastPass} now={chosen} />
      <StepThroughRuns address={`${address}?test=${test.id}`} runs={own} chosen={chosen} />
    </section>
  )
}

/** The search since when it does not pass, if there is one of what it asks now; else the way to it. */
async function sinceAddress(test: MemoryTest, failedAt: number): Promise<string> {
  const address = `/stores/${test.storeId}/tests/${test.id}/since`
  const newest = await newestBisectionOf(database(), test.id)
  const isOfNow = newest?.revision === test.revision && newest.bad >= failedAt
  return isOfNow ? `${address}/${newest.id}` : address
}

async function Question({ test }: { test: MemoryTest }) {
  const t = await texts()
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 border-b border-line px-6 py-4">
      <dt className="text-ink-3">{t('MemoryTests.asked')}</dt>
      <dd className="space-y-1">
        {test.messages.map((message, index) => (
          <blockquote key={index} className="wrap-anywhere whitespace-pre-wrap">
            <VisibleText text={message} />
          </blockquote>
        ))}
      </dd>
      <dt className="text-ink-3">{t('MemoryTests.wanted')}</dt>
      <dd className="space-y-1">
        {test.checks.map((check, index) => (
          <CheckWords key={index} check={check} />
        ))}
      </dd>
      <dt className="text-ink-3">{t('MemoryTests.model')}</dt>
      <dd className="font-mono text-code">
        <VisibleLabel text={test.model} />
      </dd>
      {test.access === 'read_only' ? (
        <>
          <dt className="text-ink-3">{t('MemoryTests.access')}</dt>
          <dd>{t('MemoryTests.readOnly')}</dd>
        </>
      ) : null}
      {test.instructions === '' ? null : (
        <>
          <dt className="text-ink-3">{t('MemoryTests.instructions')}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">
            <VisibleText text={test.instructions} />
          </dd>
        </>
      )}
      {'needed' in test.verdict ? (
        <>
          <dt className="text-ink-3">{t('MemoryTests.enough')}</dt>
          <dd>{t('MemoryTests.heldOf', { held: test.verdict.needed, of: test.verdict.of })}</dd>
        </>
      ) : null}
      <dt className="text-ink-3">{t('MemoryTests.when')}</dt>
      <dd>
        <When test={test} />
      </dd>
    </dl>
  )
}

async function When({ test: { when } }: { test: MemoryTest }) {
  const t = await texts()
  const { paths, nightlyMinute, isGate } = when
  const parts = [
    ...(paths === null
      ? []
      : [t('MemoryTests.afterChanges', { paths: plainText(paths.join(', ')) })]),
    ...(nightlyMinute === null
      ? []
      : [t('MemoryTests.atNight', { time: timeOfDay(nightlyMinute) })]),
    ...(isGate ? [t('MemoryTests.asGate')] : []),
  ]
  return parts.length === 0 ? t('MemoryTests.byHand') : parts.join(' · ')
}

async function CheckWords({ check }: { check: Check }) {
  const t = await texts()
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      {t(`MemoryTests.wants_${check.type}`)}
      {wordsOf(check).map((words, index) => (
        <span
          key={index}
          className="rounded-control bg-well px-2 font-mono text-code wrap-anywhere shadow-[inset_0_0_0_1px_var(--line-2)]"
        >
          <VisibleLabel text={words} />
        </span>
      ))}
    </p>
  )
}

/** What a check looks for; of a call its name, and what its input must match. */
function wordsOf(check: Check): string[] {
  switch (check.type) {
    case 'contains':
    case 'lacks':
      return [check.text]
    case 'matches':
      return [check.pattern]
    case 'calls':
      return check.inputPattern === undefined ? [check.name] : [check.name, check.inputPattern]
    case 'judged':
      return [check.question]
    case 'person':
      return []
  }
}

/** `[` and `]` step to the run before and after the one that is shown. */
function StepThroughRuns({
  address,
  runs,
  chosen,
}: {
  address: string
  runs: readonly TestRun[]
  chosen: TestRun | null
}) {
  const at = runs.findIndex(({ id }) => id === chosen?.id)
  const before = runs[at + 1]
  const after = at > 0 ? runs[at - 1] : undefined
  return (
    <>
      {before ? <LinkKey stroke="[" href={`${address}&run=${before.id}`} /> : null}
      {after ? <LinkKey stroke="]" href={`${address}&run=${after.id}`} /> : null}
    </>
  )
}

async function headline(
  test: MemoryTest,
  run: TestRun | null,
  suspect: SuspectChange | null,
): Promise<string> {
  const t = await texts()
  if (run === null) return t('MemoryTests.saysNever')
  switch (run.status) {
    case 'pending':
    case 'running':
      return t('MemoryTests.saysRunning')
    case 'not_run':
      return t('MemoryTests.saysNotRun')
    case 'passed':
      return t(test.provesNothing ? 'MemoryTests.saysProvesNothing' : 'MemoryTests.saysPassed')
    case 'failed':
    case 'mixed':
      if (suspect === null) return t(`MemoryTests.says_${run.status}`)
      if (suspect.versionId === null) {
        return t(`MemoryTests.says_${run.status}Between`, { from: suspect.from, to: suspect.to })
      }
      return t(`MemoryTests.says_${run.status}Since`, { change: suspect.from })
  }
}

/** What follows the test's name: why it was not run, or how it went. */
async function subline(run: TestRun): Promise<string> {
  const t = await texts()
  const { held, of, sequence: change, notRunFor, error } = run
  if (error !== null) return ` · ${t('MemoryTests.serverSaid', { message: plainText(error) })}`
  if (notRunFor !== null) return ` · ${t(`MemoryTests.notRun_${notRunFor}`)}`
  return of === 0 ? '' : ` · ${t('MemoryTests.answersAt', { held, of, change })}`
}
