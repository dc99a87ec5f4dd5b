import { useTranslations } from 'use-intl'
import type { RuleStop } from '@/lib/review/model/policy-health'
import { StopLine } from './stop-line'

export interface RuleStopsProps {
  storeId: string
  /** the newest first */
  stops: readonly RuleStop[]
  /** names of agents, by the names that rules know them by */
  names: Readonly<Record<string, string>>
  now: number
}

/**
 * Lists what a rule masked and what it refused, with time, actor, path and a link; never the text.
 * A rule that masks refuses what it finds in a path.
 */
export function RuleStops({ stops, ...shown }: RuleStopsProps) {
  return (['mask', 'refuse'] as const).map((action) => {
    const some = stops.filter((stop) => stop.action === action)
    return some.length === 0 ? null : (
      <StopsOfAction key={action} action={action} stops={some} {...shown} />
    )
  })
}

function StopsOfAction({
  storeId,
  action,
  stops,
  names,
  now,
}: RuleStopsProps & { action: RuleStop['action'] }) {
  const t = useTranslations('Policy')
  return (
    <details className="mt-1 text-xs text-ink-2">
      <summary className="w-fit cursor-pointer py-0.5 hover:text-ink">
        {t('stops', { action, count: stops.length })}
      </summary>
      <ul className="mt-1 space-y-0.5">
        {stops.map((stop) => (
          <StopLine
            key={stop.key}
            storeId={storeId}
            stop={stop}
            agent={names[stop.agent] ?? stop.agent}
            withoutPath={t('stopNoPath')}
            now={now}
          >
            <span className="text-ink-3">{t('stopWhere', { operation: stop.operation })}</span>
          </StopLine>
        ))}
      </ul>
    </details>
  )
}
