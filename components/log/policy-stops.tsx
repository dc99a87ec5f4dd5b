import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { agentNames } from '@/components/policy/agent-names'
import { StopLine } from '@/components/policy/stop-line'
import { Link } from '@/components/ui/link'
import type { StoreStop } from '@/lib/review/policy/store-stops'

export interface PolicyStopsProps {
  storeId: string
  /** the newest first */
  stops: readonly StoreStop[]
  now: number
}

/**
 * Lists the writes that a store's policy masked or refused: when, by whom, at which path and under
 * which rule; never the text.
 */
export async function PolicyStops({ storeId, stops, now }: PolicyStopsProps) {
  if (stops.length === 0) return null
  const t = await texts()
  const names = await agentNames([...new Set(stops.map(({ agent }) => agent))])
  return (
    <details className="mb-6 max-w-[64rem] rounded-card border border-line px-3 py-1.5 text-xs text-ink-2">
      <summary className="w-fit cursor-pointer py-0.5 font-medium hover:text-ink">
        {t('Log.keptOut', { count: stops.length })}
      </summary>
      <ul className="mt-1 space-y-0.5">
        {stops.map((stop) => (
          <StopLine
            key={stop.key}
            storeId={storeId}
            stop={stop}
            agent={names[stop.agent] ?? stop.agent}
            withoutPath={t('Policy.stopNoPath')}
            now={now}
          >
            <Link href={`/stores/${storeId}/policy`} className="text-ink-3 hover:underline">
              {t(`Policy.outcome_${stop.action}`)}
              {stop.ruleIndex === null
                ? ''
                : ` · ${t('Policy.byRule', { rule: stop.ruleIndex + 1 })}`}
            </Link>
          </StopLine>
        ))}
      </ul>
    </details>
  )
}
