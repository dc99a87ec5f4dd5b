import { texts } from '@/components/i18n/server-texts'
import { LocalTime } from '@/components/ui/local-time'
import { SampleMarks } from '@/components/why/sample-marks'
import { database } from '@/lib/db/open-database'
import type { MemoryTest, TestRun } from '@/lib/memory-tests/model/memory-test'
import { getTestRun } from '@/lib/memory-tests/read-runs'
import { Answers } from './answers'

export interface ThenAndNowProps {
  test: MemoryTest
  /** the last run that passed; null: none did */
  then: TestRun | null
  /** null: the test was never run */
  now: TestRun | null
}

/** The answers of the last run that passed beside those of now. */
export async function ThenAndNow({ test, then, now }: ThenAndNowProps) {
  const t = await texts()
  if (now === null) return <p className="px-6 py-4 text-ink-3">{t('MemoryTests.neverHint')}</p>
  // Beside itself it would say nothing.
  const isAlone = then === null || now.status === 'passed'
  return (
    <div className={isAlone ? undefined : 'tests-sides'}>
      {isAlone ? null : <Side test={test} run={then} title={t('MemoryTests.lastPass')} />}
      <Side test={test} run={now} title={t('MemoryTests.now')} isAlone={isAlone} />
    </div>
  )
}

async function Side({
  test,
  run,
  title,
  isAlone = false,
}: {
  test: MemoryTest
  run: TestRun
  title: string
  isAlone?: boolean
}) {
  const t = await texts()
  const { samples } = await getTestRun(database(), {
    storeId: test.storeId,
    testId: test.id,
    runId: run.id,
  })
  const asked = samples.filter(({ isEmpty }) => !isEmpty)
  const empty = samples.filter(({ isEmpty }) => isEmpty)
  return (
    <section className={isAlone ? 'px-6 pb-4' : undefined} aria-label={title}>
      <h3 className="flex min-h-11 flex-wrap items-center gap-x-2 py-2">
        <span className="font-semibold">{t('MemoryTests.atChange', { change: run.sequence })}</span>
        <span className="text-xs text-ink-3">
          {title} · <LocalTime time={run.createdAt} />
        </span>
        <span className="ml-auto">
          <SampleMarks share={{ held: run.held, of: run.of }} />
        </span>
      </h3>
      <Answers samples={asked} />
      {asked.length === 0 ? (
        <p className="border-t border-line py-3 text-xs text-ink-3">
          {t(run.finishedAt === null ? 'MemoryTests.onTheirWay' : 'MemoryTests.noAnswers')}
        </p>
      ) : null}
      {empty.length === 0 ? null : (
        <details className="border-t border-line py-3">
          <summary className="cursor-pointer text-xs text-ink-3">
            {t('MemoryTests.withoutMemory', {
              held: empty.filter(({ held }) => held).length,
              of: empty.length,
            })}
          </summary>
          <div className="pt-2">
            <Answers samples={empty} />
          </div>
        </details>
      )}
    </section>
  )
}
