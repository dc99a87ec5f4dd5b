import { EyeOff, Gauge, Inbox, TriangleAlert } from 'lucide-react'
import { WriterMark } from '@/components/history/writer-mark'
import { VisiblePath } from '@/components/content/visible-path'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { shownSize } from '@/lib/text/shown-size'
import { MAX_UNREVIEWED, type StoreInsights } from './store-insights'

/** Fills a cell while its figure is counted, at the same height. */
export function CellSkeleton() {
  return <span aria-hidden className="skeleton block h-[22px] w-14 rounded-mark bg-track" />
}

interface CellProps {
  storeId: string
  insights: Promise<StoreInsights>
}

/** Shows the writers of a store in the last 30 days. */
export async function StoreWriters({ storeId, insights }: CellProps) {
  const { writers, names } = await insights
  const found = writers.get(storeId)
  if (!found) return null
  const more = found.count - found.actors.length
  return (
    <span className="flex h-[22px] items-center gap-1">
      {found.actors.map((actor) => (
        <WriterMark key={actor.id} actor={actor} names={names} />
      ))}
      {more > 0 ? <span className="text-xs text-ink-3">+{more}</span> : null}
    </span>
  )
}

/** Share of unread memories from which they are worth a look. */
const MUCH = 0.3

/** The share of a store's memories that no agent ever read; nothing while no reads are counted. */
export async function StoreUnread({ storeId, insights }: CellProps) {
  const t = await texts()
  const format = await formats()
  const found = (await insights).tidy.neverRead.get(storeId)
  if (!found || found.of === 0 || found.memoryCount === found.of) return null
  const share = found.memoryCount / found.of
  return (
    <span
      className={classNames(
        'flex h-[22px] items-center gap-1.5',
        share >= MUCH ? 'font-medium text-caution' : 'text-ink-2',
      )}
    >
      <EyeOff size={14} strokeWidth={1.75} aria-hidden />
      {format.number(share, { style: 'percent', maximumFractionDigits: 0 })}
      <span className="sr-only">{t('Stores.unreadByAgents')}</span>
    </span>
  )
}

/** Counts the open findings of a store; red if one is of high severity or above. */
export async function StoreFindings({ storeId, insights }: CellProps) {
  const t = await texts()
  const format = await formats()
  const found = (await insights).found.get(storeId)
  if (!found) return null
  const isGrave = found.level === 'critical' || found.level === 'high'
  return (
    <Link
      href={`/stores/${storeId}/changes#findings`}
      className={classNames(
        'inline-flex h-6 items-center gap-1.5 font-medium tabular-nums hover:underline',
        isGrave ? 'text-removed' : 'text-caution',
      )}
    >
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
      {format.number(found.count)}
      <span className="sr-only">{t('Stores.openFindings', { count: found.count })}</span>
    </Link>
  )
}

/** Counts the changesets of a store that wait for a person; nothing if none does. */
export async function StoreReview({ storeId, insights }: CellProps) {
  const t = await texts()
  const count = (await insights).unreviewed.get(storeId)
  if (count === undefined) return null
  return (
    <Link
      href={`/review?store=${storeId}`}
      className="flex h-[22px] w-fit items-center gap-1.5 font-medium text-caution hover:underline"
    >
      <Inbox size={14} strokeWidth={1.75} aria-hidden />
      {count >= MAX_UNREVIEWED ? `${MAX_UNREVIEWED}+` : count}
      <span className="sr-only">{t('Stores.unreviewed', { count })}</span>
    </Link>
  )
}

export interface WorthTidyingProps {
  stores: readonly MemoryStore[]
  insights: Promise<StoreInsights>
}

/** Lists the memories that nobody reads, or that are too large for one read. */
export async function WorthTidying({ stores, insights }: WorthTidyingProps) {
  const t = await texts()
  const format = await formats()
  const { findings } = (await insights).tidy
  const nameOf = new Map(stores.map(({ id, name }) => [id, name]))
  if (findings.length === 0) return null
  return (
    <section
      aria-labelledby="tidying"
      className="m-5 overflow-hidden rounded-card shadow-[inset_0_0_0_1px_var(--line)] max-md:mx-4"
    >
      <h2 id="tidying" className="bg-well px-3.5 py-2 text-xs font-semibold text-ink-2">
        {t('Stores.tidying')}
      </h2>
      <ul>
        {findings.map((finding) => (
          <li
            key={finding.kind === 'never_read' ? finding.storeId : finding.memoryId}
            className="flex items-center gap-3 border-t border-line px-3.5 py-2.5"
          >
            {finding.kind === 'never_read' ? (
              <>
                <EyeOff size={15} aria-hidden className="shrink-0 text-caution" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">
                    {t.rich('Stores.neverRead', {
                      count: finding.memoryCount,
                      of: finding.of,
                      store: () => <VisibleLabel text={nameOf.get(finding.storeId) ?? ''} />,
                    })}
                  </span>
                  <span className="block text-xs text-ink-3">
                    {t('Stores.neverReadSize', { size: shownSize(format, finding.byteSize) })}
                  </span>
                </span>
                <Link
                  href={`/stores/${finding.storeId}`}
                  className={buttonVariants({ size: 'small' })}
                >
                  {t('Stores.lookAtStore')}
                </Link>
              </>
            ) : (
              <>
                <Gauge size={15} aria-hidden className="shrink-0 text-caution" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">
                    {t.rich('Stores.overOneRead', {
                      size: shownSize(format, finding.size),
                      path: () => (
                        <code>
                          <VisiblePath path={finding.path} />
                        </code>
                      ),
                    })}
                  </span>
                  <span className="block text-xs text-ink-3">
                    <VisibleLabel text={nameOf.get(finding.storeId) ?? ''} />
                  </span>
                </span>
                <Link
                  href={`/stores/${finding.storeId}?memory=${finding.memoryId}`}
                  className={buttonVariants({ size: 'small' })}
                >
                  {t('Stores.lookAtMemory')}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
