import 'server-only'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { LocalTime } from '@/components/ui/local-time'
import { spentMoneyOnPage } from './price-on-page'
import { withMoney } from './price-words'
import { SampleMarks } from './sample-marks'
import { database } from '@/lib/db/open-database'
import { versionIfThere } from '@/lib/store/versions/read-versions'
import type { Bisection, BisectionStep } from '@/lib/replay/get-bisection'

export interface StepsProps {
  bisection: Pick<Bisection, 'steps' | 'changeCount' | 'finishedAt' | 'usage'>
}

/** How the change was found: where it was asked, round after round, and what it cost. */
export async function Steps({ bisection }: StepsProps) {
  const t = await texts()
  const { steps, usage, changeCount, finishedAt } = bisection
  const answers = steps.reduce((sum, { share }) => sum + share.of, 0)
  const tokens = (await formats()).number(usage.inputTokens + usage.outputTokens)
  const cost = t('WhyFound.cost', { answers, requests: usage.requests, tokens })
  const strip = steps.filter(({ purpose }) => purpose === 'strip')
  const asked = steps.filter(({ purpose }) => purpose !== 'strip')
  return (
    <section aria-labelledby="steps" className="text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 id="steps" className="text-base font-semibold">
          {t(finishedAt === null ? 'WhyFound.soFar' : 'WhyFound.how')}
        </h3>
        <p className="ml-auto text-ink-2 tabular-nums">
          {withMoney(cost, await spentMoneyOnPage(usage.usd))}
        </p>
      </div>
      {steps.length === 0 ? <p className="mt-2 text-ink-3">{t('WhyFound.noRounds')}</p> : null}
      {strip.length === 0 ? null : (
        <div className="mt-2 flex items-center gap-4 border-t border-line py-2.5">
          <span className="w-56 shrink-0 text-ink-2 max-md:w-auto">
            {t('Since.strip', { count: strip.length })}
          </span>
          <Axis steps={strip} changeCount={changeCount ?? 1} />
          <span aria-hidden className="w-46 max-md:hidden" />
        </div>
      )}
      <ol>
        {asked.map((step, index) => (
          <li
            key={index}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-1.5"
          >
            <span className="w-56 shrink-0 max-md:w-full">
              <StepName step={step} />
            </span>
            <Axis steps={[step]} changeCount={changeCount ?? 1} />
            <span className="flex w-28 justify-end">
              <SampleMarks share={step.share} />
            </span>
            <span className="w-14 text-right text-ink-2 tabular-nums">
              {t('WhyFound.heldOf', { ...step.share })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

async function StepName({ step: { change } }: { step: BisectionStep }) {
  const t = await texts()
  if (!change) return <>{t('Since.before')}</>
  const version = await versionIfThere(database(), {
    storeId: change.storeId,
    versionId: change.versionId,
    view: 'basic',
  })
  return (
    <>
      <span className="font-medium tabular-nums">
        {t('Since.change', { sequence: change.sequence })}
      </span>{' '}
      <span className="block truncate text-xs text-ink-3">
        <LocalTime time={change.createdAt} />
        {version?.path ? (
          <>
            , <VisibleLabel text={version.path} />
          </>
        ) : null}
      </span>
    </>
  )
}

/** Where along all changes it was asked: full where the check held, hollow where not. */
function Axis({ steps, changeCount }: { steps: readonly BisectionStep[]; changeCount: number }) {
  return (
    <span
      aria-hidden
      className="relative h-4 min-w-24 flex-1 forced-color-adjust-none before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-line"
    >
      {steps.map(({ moment, share }, index) => (
        <span
          key={index}
          style={{ left: `${(100 * moment) / changeCount}%` }}
          className={classNames(
            'absolute top-1/2 h-3 w-1.5 -translate-x-1/2 -translate-y-1/2 rounded-[2px] border border-ink-2',
            2 * share.held >= share.of ? 'bg-ink-2' : 'bg-surface',
          )}
        />
      ))}
    </span>
  )
}
