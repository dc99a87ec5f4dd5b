import { LibraryBig } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { PastHits } from '@/components/search/past-hits'
import { PresentHits } from '@/components/search/present-hits'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { StoreHits } from './find-hits'

/** Lists the hits in one store, with their number. */
export async function HitsOfStore({
  hits: { store, present, past },
  now,
  previewed,
  moreAddress,
}: {
  hits: StoreHits
  now: number
  /** the id of the memory in the preview */
  previewed: string | null
  moreAddress: string
}) {
  const t = await texts()
  const format = await formats()
  const { hits, hasMore, unreadable } = present ??
    past ?? { hits: [], hasMore: false, unreadable: [] }
  return (
    <section aria-labelledby={store.id}>
      <h2 className="flex items-center gap-2">
        <LibraryBig size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <Link
          id={store.id}
          href={`/stores/${store.id}`}
          className="min-w-0 truncate font-semibold hover:underline"
        >
          <VisibleLabel text={store.name} />
        </Link>
        <span className="text-ink-3 tabular-nums">
          {format.number(hits.length)}
          {hasMore ? '+' : ''}
        </span>
      </h2>
      {unreadable.length === 0 ? null : (
        <p role="note" className="px-4 py-1.5 text-xs text-caution">
          {t('Search.unreadable', {
            count: unreadable.length,
            ids: unreadable.slice(0, 3).join(', '),
          })}
        </p>
      )}
      {present ? <PresentHits hits={present.hits} previewed={previewed} /> : null}
      {past ? (
        <PastHits hits={past.hits} since={store.createdAt} now={now} previewed={previewed} />
      ) : null}
      {hasMore ? (
        <Link href={moreAddress} scroll={false} className={buttonVariants({ size: 'small' })}>
          {t('Search.more')}
        </Link>
      ) : null}
    </section>
  )
}
