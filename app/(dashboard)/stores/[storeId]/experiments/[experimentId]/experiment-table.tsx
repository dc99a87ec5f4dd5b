import { ArrowDown, ArrowUp, Equal, Hourglass } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { cellInterval, type Comparison } from '@/lib/experiments/model/comparison'
import type { Cell } from '@/lib/experiments/model/experiment'
import type { ShownExperiment } from '@/lib/experiments/read-experiments'
import type { ColumnWords } from './column-words'

export interface ExperimentTableProps {
  shown: ShownExperiment
  words: readonly ColumnWords[]
  /** the test whose answers are open */
  openId: string | null
}

/** How each test goes in each column, and all of them together. */
export async function ExperimentTable({
  shown: { experiment, run, table },
  words,
  openId,
}: ExperimentTableProps) {
  const t = await texts()
  const address = `/stores/${experiment.storeId}/experiments/${experiment.id}`
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left [&_:is(td,th)]:px-6 [&_:is(td,th)]:py-2.5 [&_:is(td,th)]:align-top [&_tr]:border-b [&_tr]:border-line">
        <thead>
          <tr>
            <th scope="col" className="font-medium text-ink-3">
              {t('Experiments.test')}
            </th>
            {words.map(({ memory, model, settings, instructions }, index) => (
              <th key={index} scope="col" className="min-w-52 font-normal">
                <span className="block text-xs text-ink-3">
                  {t('Experiments.column', { number: index + 1 })}
                  {index === 0 ? ` · ${t('Experiments.baseline')}` : null}
                </span>
                <span className="block font-semibold">
                  <VisibleLabel text={memory} />
                </span>
                <span className="block text-xs text-ink-3">
                  <VisibleLabel text={model} />
                </span>
                {settings.map((setting) => (
                  <span key={setting} className="block text-xs text-ink-3">
                    {setting}
                  </span>
                ))}
                {instructions === null ? null : (
                  <details className="text-xs text-ink-3">
                    <summary className="w-fit cursor-pointer rounded-mark hover:text-ink">
                      {t('Experiments.colInstructions')}
                    </summary>
                    <p className="max-h-48 max-w-96 overflow-auto wrap-anywhere whitespace-pre-wrap">
                      <VisibleText text={instructions} />
                    </p>
                  </details>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.tests.map(({ id, name, cells }) => (
            <tr key={id} className={id === openId ? 'bg-selected' : 'hover:bg-hover'}>
              <th scope="row" className="min-w-44 font-medium">
                <Link
                  href={`${address}?run=${run.id}&test=${id}#answers`}
                  data-experiment-row=""
                  aria-current={id === openId ? 'true' : undefined}
                  className="underline-offset-2 hover:underline"
                >
                  <VisibleLabel text={name} />
                </Link>
              </th>
              {cells.map((cell, index) => (
                <td key={index}>
                  <CellWords cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="bg-well">
          <tr>
            <th scope="row" className="font-semibold">
              {t('Experiments.allTests')}
            </th>
            {table.columns.map((column, index) => (
              <td key={index}>
                <CellWords cell={column} />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row" className="font-semibold">
              {t('Experiments.difference')}
            </th>
            {table.columns.map(({ comparison }, index) => (
              <td key={index}>
                {index === 0 ? (
                  <span className="text-xs text-ink-3">{t('Experiments.baseline')}</span>
                ) : (
                  <Difference comparison={comparison} />
                )}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** How many of the answers held, the interval of that share, and what an answer cost. */
async function CellWords({ cell }: { cell: Cell }) {
  const t = await texts()
  const format = await formats()
  const interval = cellInterval(cell)
  if (interval === null) {
    return <span className="text-xs text-ink-3">{t('Experiments.noAnswer')}</span>
  }
  const { held, of, usage, durationMs } = cell
  const low = percent(interval.low)
  const high = percent(interval.high)
  return (
    <>
      <span className="flex items-baseline gap-2 tabular-nums">
        <span className="font-medium">{t('Experiments.heldOf', { held, of })}</span>
        <span className="text-xs text-ink-3" title={t('Experiments.rangeIs', { low, high })}>
          {t('Experiments.range', { low, high })}
        </span>
      </span>
      <span aria-hidden className="relative my-1 block h-2 w-40 bg-well forced-color-adjust-none">
        <span
          className="absolute inset-y-0.5 bg-[var(--age-4)]"
          style={{ left: `${low}%`, width: `${Math.max(1, high - low)}%` }}
        />
        <span
          className="absolute inset-y-0 w-0.5 bg-ink"
          style={{ left: `min(${percent(held / of)}%, calc(100% - 2px))` }}
        />
      </span>
      <span className="block text-xs text-ink-3 tabular-nums">
        {t('Experiments.perAnswer', {
          tokens: format.number(Math.round((usage.inputTokens + usage.outputTokens) / of)),
          seconds: format.number(durationMs / of / 1000, { maximumFractionDigits: 1 }),
        })}
      </span>
    </>
  )
}

const SAYS = {
  better: { Icon: ArrowUp, look: 'text-added' },
  worse: { Icon: ArrowDown, look: 'text-removed' },
  none_seen: { Icon: Equal, look: 'text-ink-2' },
} as const

/** Whether a column differs from the first, as far as its answers tell. */
async function Difference({ comparison }: { comparison: Comparison | null }) {
  const t = await texts()
  if (comparison === null) {
    return (
      <span className="inline-flex items-center gap-1.5 text-xs text-ink-3">
        <Hourglass size={13} aria-hidden /> {t('Experiments.saysEarly')}
      </span>
    )
  }
  const { says, interval, other, wouldTell } = comparison
  const { Icon, look } = SAYS[says]
  const points = (share: number) => `${share > 0 ? '+' : ''}${percent(share)}`.replace('-', '−')
  return (
    <>
      <span className={`inline-flex items-center gap-1.5 font-medium ${look}`}>
        <Icon size={14} aria-hidden /> {t(`Experiments.says_${says}`)}
      </span>
      <span className="block text-xs text-ink-3 tabular-nums">
        {t('Experiments.saysRange', {
          low: points(interval.low),
          high: points(interval.high),
          of: other.of,
        })}
      </span>
      {says === 'none_seen' ? (
        <span className="block text-xs text-ink-3">
          {wouldTell === null
            ? t('Experiments.wouldTellNot')
            : t('Experiments.wouldTell', { count: wouldTell })}
        </span>
      ) : null}
    </>
  )
}

function percent(share: number): number {
  return Math.round(100 * share)
}
