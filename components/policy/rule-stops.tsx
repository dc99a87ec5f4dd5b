import { useTranslations } from 'use-intl'
import type { PolicyAction } from '@/lib/review/model/policy'
import type { RuleStop } from '@/lib/review/model/policy-health'
import { StopLine } from './stop-line'

export interface RuleStopsProps {
  storeId: string
  /** of the rule as it is now */
  action: PolicyAction
  /** the newest first */
  stops: readonly RuleStop[]
  /** names of agents, by the names that rules know them by */
  names: Readonly<Record<string, string>>
  now: number
}

/** What a rule masked or refused: when, who and where, with the way there; never the text. */
export function RuleStops({ storeId, action, stops, names, now }: RuleStopsProps) {
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
