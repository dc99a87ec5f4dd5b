import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisiblePath } from '@/components/content/visible-path'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { PolicyAction } from '@/lib/review/model/policy'
import type { RuleStop } from '@/lib/review/model/policy-health'

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
          <li key={stop.key} className="flex gap-x-2.5">
            <span className="w-12 shrink-0 text-ink-3">
              <RelativeTime time={stop.at} now={now} />
            </span>
            <span className="flex min-w-0 flex-wrap gap-x-2.5">
              <span>
                <VisibleLabel text={names[stop.agent] ?? stop.agent} />
              </span>
              <span className="min-w-0 font-mono wrap-anywhere">
                <Where storeId={storeId} stop={stop} />
              </span>
              <span className="text-ink-3">{t('stopWhere', { operation: stop.operation })}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Where({ storeId, stop }: { storeId: string; stop: RuleStop }) {
  const t = useTranslations('Policy')
  const { path, memoryId, versionId } = stop
  const shown = path === null ? t('stopNoPath') : <VisiblePath path={path} />
  if (memoryId === null) return shown
  const version = versionId === null ? '' : `&version=${versionId}`
  return (
    <Link href={`/stores/${storeId}?memory=${memoryId}${version}`} className="hover:underline">
      {shown}
    </Link>
  )
}
