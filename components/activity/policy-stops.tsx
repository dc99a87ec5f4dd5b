import 'server-only'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { agentNames } from '@/components/policy/agent-names'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { StoreStop } from '@/lib/review/store-stops'

export interface PolicyStopsProps {
  storeId: string
  /** the newest first */
  stops: readonly StoreStop[]
  now: number
}

/** What a store's policy masked or refused: when, who, where, and by which rule; never the text. */
export async function PolicyStops({ storeId, stops, now }: PolicyStopsProps) {
  if (stops.length === 0) return null
  const t = await texts()
  const names = await agentNames([...new Set(stops.map(({ agent }) => agent))])
  return (
    <details className="mb-6 max-w-[64rem] rounded-card border border-line px-3 py-1.5 text-xs text-ink-2">
      <summary className="w-fit cursor-pointer py-0.5 font-medium hover:text-ink">
        {t('Activity.keptOut', { count: stops.length })}
      </summary>
      <ul className="mt-1 space-y-0.5">
        {stops.map((stop) => (
          <li key={stop.key} className="flex gap-x-2.5">
            <span className="w-12 shrink-0 text-ink-3">
              <RelativeTime time={stop.at} now={now} />
            </span>
            <span className="flex min-w-0 flex-wrap gap-x-2.5">
              <span>
                <VisibleLabel text={names[stop.agent] ?? stop.agent} />
              </span>
              <Where storeId={storeId} stop={stop} />
              <Link href={`/stores/${storeId}/policy`} className="text-ink-3 hover:underline">
                {t(`Policy.outcome_${stop.action}`)}
                {stop.ruleIndex === null
                  ? ''
                  : ` · ${t('Policy.byRule', { rule: stop.ruleIndex + 1 })}`}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

async function Where({ storeId, stop }: { storeId: string; stop: StoreStop }) {
  const { path, memoryId, versionId } = stop
  const t = await texts()
  const shown = path === null ? t('Policy.stopNoPath') : <VisiblePath path={path} />
  const look = 'min-w-0 font-mono wrap-anywhere'
  if (memoryId === null) return <span className={look}>{shown}</span>
  const version = versionId === null ? '' : `&version=${versionId}`
  return (
    <Link
      href={`/stores/${storeId}?memory=${memoryId}${version}`}
      className={`${look} hover:underline`}
    >
      {shown}
    </Link>
  )
}
