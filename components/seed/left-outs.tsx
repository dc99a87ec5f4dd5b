import { Ban, Split } from 'lucide-react'
import { VisiblePath } from '@/components/content/visible-path'
import { UnifiedDiff } from '@/components/diff/unified-diff'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import { plainName } from '@/lib/text/plain-text'
import { shownSize } from '@/lib/text/shown-size'
import { seedReasonWords } from './seed-reason-words'
import { DecideAll, DecideOne, type SeenConflict } from './decide-left-out'

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
  conflicts: readonly SeenConflict[]
  /** the selected one; null: none */
  chosen: ChosenLeftOut | null
  /** false: the store is archived */
  canDecide: boolean
}

export interface ChosenLeftOut extends SeenConflict {
  path: string
  /** null: deleted */
  stores: string | null
  sources: string | null
}

/**
 * A store's left-outs from the last seedings and, for a conflict, both sides with the actions. Only
 * what is to be decided is framed.
 */
export async function LeftOuts(props: LeftOutsProps) {
  const { storeId, rows, count, conflicts, chosen, canDecide } = props
  if (count === 0) return null
  const t = await texts()
  const isFramed = conflicts.length > 0
  return (
    <section
      id="left-out"
      aria-labelledby="left-out-title"
      className={classNames(
        isFramed && 'rounded-card shadow-[inset_0_0_0_1px_var(--caution-line)]',
      )}
    >
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line',
          isFramed ? 'px-4 py-2.5' : 'pb-1.5',
        )}
      >
        {isFramed ? (
          <Split size={16} strokeWidth={1.75} aria-hidden className="text-caution" />
        ) : null}
        <h2 id="left-out-title" className="font-medium">
          {t('Seed.leftOut')}
        </h2>
        {rows.some(({ reason }) => reason.code === 'too_large') ? (
          <Link
            href={`/stores/${storeId}/settings`}
            className="text-accent underline underline-offset-4"
          >
            {t('Seed.raiseLimit')}
          </Link>
        ) : null}
      </div>
      {chosen ? <Chosen storeId={storeId} chosen={chosen} canDecide={canDecide} /> : null}
      <ul aria-label={t('Seed.leftOut')} className={classNames(isFramed && 'px-4 py-1')}>
        {rows.map(({ key, path, kind, reason }) => (
          <li
            key={key}
            className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line py-1 last:border-b-0"
          >
            <Ban
              size={15}
              strokeWidth={1.75}
              aria-hidden
              className="shrink-0 text-ink-3 max-md:hidden"
            />
            <span className="min-w-0 flex-1 basis-40 font-mono text-code wrap-anywhere">
              <VisiblePath path={path.replace(/^\//, '')} />
            </span>
            <Why reason={reason} />
            {kind === 'conflict' ? (
              <Link
                href={`/stores/${storeId}/seed?left=${key}#left-out`}
                className={`${buttonVariants({ size: 'small' })} ml-auto`}
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
        <div className="border-t border-line px-4 py-3">
          <DecideAll storeId={storeId} conflicts={conflicts} />
        </div>
      ) : null}
    </section>
  )
}

/** Why it was left out, as its plan says it. */
async function Why({ reason }: { reason: SeedReason }) {
  const t = await texts()
  const format = await formats()
  if (reason.code !== 'too_large') {
    return <span className="text-xs text-ink-3">{seedReasonWords(t, reason)}</span>
  }
  return (
    <span className="flex gap-3 text-xs text-ink-3 tabular-nums">
      <span>{shownSize(format, reason.size)}</span>
      <span>{t('Seed.over', { limit: shownSize(format, reason.maximum) })}</span>
    </span>
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
    <div className="space-y-3 border-b border-line px-4 py-3">
      <h3 className="font-mono text-code font-medium break-all">
        <VisiblePath path={path} />
      </h3>
      <p>
        {t('Seed.decideTitle')}{' '}
        <span className="text-ink-3">
          {t(sources === null ? 'Seed.goneFromSource' : 'Seed.decideAbout')}
        </span>
      </p>
      <UnifiedDiff before={stores ?? ''} after={sources ?? ''} path={path} />
      {canDecide ? <DecideOne storeId={storeId} chosen={chosen} /> : null}
    </div>
  )
}
