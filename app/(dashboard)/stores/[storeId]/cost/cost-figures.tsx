import { formats, texts } from '@/components/i18n/server-texts'
import type { StoreCost } from '@/lib/costs/store-cost'

const PERCENT = { style: 'percent', maximumFractionDigits: 0 } as const

/** A start, a turn and a day in tokens. */
export async function CostFigures({ cost }: { cost: StoreCost }) {
  const t = await texts()
  const format = await formats()
  const all = cost.freshTokens + cost.againTokens
  const short = (tokens: number) =>
    format.number(tokens, tokens < 100_000 ? {} : { notation: 'compact' })
  const figures = [
    { name: t('Cost.start'), tokens: cost.ofStart, note: null },
    {
      name: t('Cost.turn'),
      tokens: cost.ofTurn,
      note:
        all === 0
          ? null
          : t('Cost.shareAgain', { share: format.number(cost.againTokens / all, PERCENT) }),
    },
    { name: t('Cost.day'), tokens: cost.ofDay, note: null },
  ]
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {figures.map(({ name, tokens, note }) =>
        tokens === null ? null : (
          <div key={name}>
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="text-lg leading-6 font-semibold tabular-nums">
              {short(tokens)}
              {note === null ? null : (
                <span className="ml-1.5 text-xs font-normal text-ink-3">{note}</span>
              )}
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}
