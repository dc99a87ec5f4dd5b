import { clsx } from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import { VisibleText } from '@/components/lines/visible-text'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/time'
import type { StripCell } from '@/lib/why/strips'
import { Outcome } from './list'

/** A run with its answers; texts are masked. */
export interface SideOfRuns {
  cell: StripCell
  answers: { number: number; held: boolean; text: string; ms: number; tokens: number }[]
}

export interface TwoRunsProps {
  sides: readonly SideOfRuns[]
  /** whether both shares differ; null: there are not two */
  isDifferent: boolean | null
  interval: readonly [number, number] | null
  /** of every run that may be shown: its place, and the address that shows it at a side */
  choices: readonly { cell: StripCell; hrefs: readonly [string, string] }[]
}

/** Two runs of a test beside each other, with their answers. */
export function TwoRuns({ sides, isDifferent, interval, choices }: TwoRunsProps) {
  const t = useTranslations('Tests')
  const format = useFormatter()
  const percent = (share: number) => format.number(share, { style: 'percent' })
  return (
    <section aria-label={t('sideBySide')} className="border-t border-line">
      {isDifferent === null || interval === null ? null : (
        <p className="bg-well px-6 py-2 max-md:px-4">
          {t(isDifferent ? 'differs' : 'same', {
            low: percent(interval[0]),
            high: percent(interval[1]),
          })}
        </p>
      )}
      <div
        className={clsx(
          'grid divide-x divide-line max-md:grid-cols-1 max-md:divide-x-0',
          sides.length > 1 && 'grid-cols-2',
        )}
      >
        {sides.map(({ cell, answers }, side) => (
          <div key={cell.runId} className="min-w-0">
            <header className="flex flex-wrap items-center gap-2 border-t border-line bg-well px-4 py-2">
              <span className="font-medium">{t('atChange', { number: cell.sequence })}</span>
              <span className="text-xs text-ink-3">
                <Moment time={cell.at} />
              </span>
              <span className="ml-auto">
                <Outcome cell={cell} />
              </span>
              <details className="w-full text-xs">
                <summary className="w-fit cursor-pointer text-ink-2">{t('otherRun')}</summary>
                <ul className="max-h-40 overflow-auto py-1">
                  {choices.map(({ cell: other, hrefs }) => (
                    <li key={other.runId}>
                      <Link
                        href={hrefs[side === 0 ? 0 : 1]}
                        aria-current={other.runId === cell.runId || undefined}
                        className={clsx(
                          'flex gap-2 py-0.5 hover:underline',
                          other.runId === cell.runId && 'font-medium',
                        )}
                      >
                        {t('atChange', { number: other.sequence })} <Outcome cell={other} />
                      </Link>
                    </li>
                  ))}
                </ul>
              </details>
            </header>
            <ul>
              {answers.map(({ number, held, text, ms, tokens }) => (
                <li key={number} className="border-t border-line px-4 py-3">
                  <p className="flex items-baseline gap-2 text-xs text-ink-3 tabular-nums">
                    {number + 1}
                    <span className={clsx('ml-auto', held ? 'text-added' : 'text-removed')}>
                      {t(held ? 'asWanted' : 'notAsWanted')}
                    </span>
                    {t('took', { seconds: Math.round(ms / 100) / 10, tokens })}
                  </p>
                  <p className="wrap-anywhere whitespace-pre-wrap">
                    <VisibleText text={text} />
                  </p>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
