import { Check, X } from 'lucide-react'
import { VisibleText } from '@/components/content/visible-line'
import { formats, texts } from '@/components/i18n/server-texts'
import { LocalTime } from '@/components/ui/local-time'
import { SampleMarks } from '@/components/why/sample-marks'
import { database } from '@/lib/db/open-database'
import type { MemoryTest, TestRun, TestSample } from '@/lib/memory-tests/model/memory-test'
import { getTestRun } from '@/lib/memory-tests/read-runs'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'

/** Longer answers are shown by their beginning. */
const MAX_SHOWN = 1_200

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

async function Answers({ samples }: { samples: readonly TestSample[] }) {
  const t = await texts()
  const format = await formats()
  return samples.map(async (sample, index) => {
    const { held, durationMs } = sample
    // What is secret in it goes to no browser that did not ask for it.
    const said = await secretsMaskedIn(sample.texts.join('\n\n'))
    return (
      <article key={index} className="border-t border-line py-2.5">
        <header className="flex items-center gap-2 pb-1.5 text-xs text-ink-3">
          <span className="tabular-nums">{index + 1}</span>
          <span className="truncate">{callsOf(sample)}</span>
          <span
            className={`ml-auto inline-flex items-center gap-1 font-medium whitespace-nowrap ${
              held ? 'text-added' : 'text-removed'
            }`}
          >
            {held ? <Check size={13} aria-hidden /> : <X size={13} aria-hidden />}
            {t(held ? 'MemoryTests.asWanted' : 'MemoryTests.notAsWanted')}
          </span>
          <span className="tabular-nums">
            {t('MemoryTests.seconds', { seconds: format.number(Math.ceil(durationMs / 1000)) })}
          </span>
        </header>
        <p className="wrap-anywhere whitespace-pre-wrap">
          <VisibleText text={said.slice(0, MAX_SHOWN)} />
          {said.length > MAX_SHOWN ? '…' : null}
        </p>
      </article>
    )
  })
}

/** The names of the calls that the agent made, each once. */
function callsOf({ calls }: TestSample): string {
  return [...new Set(calls.map(({ name }) => name))].join(', ')
}
