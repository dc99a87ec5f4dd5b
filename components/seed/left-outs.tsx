import { VisiblePath } from '@/components/content/visible-path'
import { UnifiedDiff } from '@/components/diff/unified-diff'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import { plainName } from '@/lib/text/plain-text'
import { seedReasonWords } from './seed-reason-words'
import { DecideAll, DecideOne, type Seen } from './decide-left-out'

export interface LeftOutRow {
  key: number
  path: string
  kind: 'skip' | 'conflict'
  reason: SeedReason
}

export interface LeftOutsProps {
  storeId: string
  rows: readonly LeftOutRow[]
  /** includes those beyond the rows */
  count: number
  /** the conflicts among the rows, with the store's text when they were read */
  conflicts: readonly Seen[]
  /** the selected one; null: none */
  chosen: ChosenLeftOut | null
  /** false: the store is archived */
  canDecide: boolean
}

export interface ChosenLeftOut extends Seen {
  path: string
  /** null: deleted */
  stores: string | null
  sources: string | null
}

/** A store's left-outs from the last seedings and, for a conflict, both sides with the actions. */
export async function LeftOuts(props: LeftOutsProps) {
  const { storeId, rows, count, conflicts, chosen, canDecide } = props
  if (count === 0) return null
  const t = await texts()
  return (
    <section id="left-out" className="space-y-3 border-t border-line pt-4">
      <h2 className="font-medium">{t('Seed.leftOut')}</h2>
      <p className="text-ink-3">{t('Seed.leftOutAbout')}</p>
      {chosen ? <Chosen storeId={storeId} chosen={chosen} canDecide={canDecide} /> : null}
      <ul aria-label={t('Seed.leftOut')} className="border-y border-line py-1 text-sm">
        {rows.map(({ key, path, kind, reason }) => (
          <li key={key} className="py-0.5">
            <span className="text-caution">{t(`Seed.${kind}`)}</span>{' '}
            <span className="font-mono break-all">
              <VisiblePath path={path} />
            </span>
            {`: ${seedReasonWords(t, reason)} `}
            {kind === 'conflict' ? (
              <Link
                href={`/stores/${storeId}/seed?left=${key}#left-out`}
                className="text-accent underline"
                aria-label={t('Seed.decidePath', { path: plainName(path) })}
              >
                {t('Seed.decide')}
              </Link>
            ) : null}
          </li>
        ))}
        {count > rows.length ? <li>{t('Seed.more', { count: count - rows.length })}</li> : null}
      </ul>
      {canDecide && conflicts.length > 1 ? (
        <DecideAll storeId={storeId} conflicts={conflicts} />
      ) : null}
    </section>
  )
}

async function Chosen({
  storeId,
  chosen,
  canDecide,
}: {
  storeId: string
  chosen: ChosenLeftOut
  canDecide: boolean
}) {
  const t = await texts()
  const { path, stores, sources } = chosen
  return (
    <div className="space-y-3 rounded-control border border-line p-3">
      <h3 className="font-mono text-sm font-medium break-all">
        <VisiblePath path={path} />
      </h3>
      <p className="text-sm">{t('Seed.decideTitle')}</p>
      <p className="text-xs text-ink-3">
        {t(sources === null ? 'Seed.goneFromSource' : 'Seed.decideAbout')}
      </p>
      <UnifiedDiff before={stores ?? ''} after={sources ?? ''} path={path} />
      {canDecide ? <DecideOne storeId={storeId} chosen={chosen} /> : null}
    </div>
  )
}
