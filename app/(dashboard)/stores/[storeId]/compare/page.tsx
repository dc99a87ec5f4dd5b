import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { VisibleLabel } from '@/components/content/visible-label'
import { ChangeTotals } from '@/components/diff/change-totals'
import { texts } from '@/components/i18n/server-texts'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { countChangedLines } from '@/lib/store/count-changed-lines'
import { netChanges } from '@/lib/store/net-changes'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'
import { ChangedFiles } from './changed-files'
import { comparedEnd, comparisonAddress } from './compared-ends'
import { kindTotals } from './kind-totals'
import { MomentsForm } from './moments-form'

export const dynamic = 'force-dynamic'

/** Memories on one page; few of them with their differences. */
const PAGE = 500

/** Limit on the contents compared to count changed lines. */
const MOST_COUNTED_BYTES = 32 * 2 ** 20

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/compare'>,
): Promise<Metadata> {
  const t = await texts()
  return {
    title: `${t('Changes.title')} · ${plainName((await storeOf((await props.params).storeId)).name)}`,
  }
}

/** A store's difference between two moments: every changed memory with its own. */
export default async function ComparePage(props: PageProps<'/stores/[storeId]/compare'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const [from, to] = await Promise.all([
    comparedEnd(database(), store, 'from', search),
    comparedEnd(database(), store, 'to', search),
  ])
  const address = comparisonAddress(store.id, from.asked, to.asked)
  const isSent = from.way !== null || to.way !== null
  // The form's query is long; the address to share says the same in two words.
  if (isSent && !from.isUnclear && !to.isUnclear) redirect(address)
  const net = await netChanges(database(), {
    storeId: store.id,
    from: { sequence: from.moment.sequence },
    to: { sequence: to.moment.sequence },
  })
  const { changes, fromSequence, toSequence } = net
  const lines = await countChangedLines(database(), {
    storeId: store.id,
    changes,
    mostBytes: MOST_COUNTED_BYTES,
  })
  const page = pageOf(search.page)
  const shown = changes.slice(page * PAGE, (page + 1) * PAGE)
  return (
    <div className="sheet space-y-6 px-5 py-4" data-page="index">
      <header>
        <Link href={`/stores/${store.id}`} className="text-sm text-accent hover:underline">
          ← <VisibleLabel text={store.name} />
        </Link>
        <h1 className="text-xl font-semibold">{t('Changes.title')}</h1>
      </header>
      <MomentsForm store={store} from={from} to={to} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status">{t('Changes.count', { count: changes.length })}</p>
        {changes.length > 0 && fromSequence < toSequence && store.archivedAt === null ? (
          <Link
            href={`/stores/${store.id}/undo?from=${fromSequence}&to=${toSequence}`}
            className={buttonLook({ size: 'small' })}
          >
            {t('Undo.theseChanges')}
          </Link>
        ) : null}
      </div>
      {changes.length === 0 ? null : <ChangeTotals kinds={kindTotals(changes, lines)} />}
      {net.redactedMemoryIds.length > 0 ? (
        <p className="text-caution">
          {t('Changes.redacted', { count: net.redactedMemoryIds.length })}
        </p>
      ) : null}
      <ChangedFiles storeId={store.id} changes={shown} lines={lines} />
      <nav aria-label={t('Changes.pages')} className="flex gap-4">
        {page > 0 ? (
          <Link href={`${address}&page=${page - 1}`}>{t('Changes.previous')}</Link>
        ) : null}
        {changes.length > (page + 1) * PAGE ? (
          <Link href={`${address}&page=${page + 1}`}>{t('Changes.next')}</Link>
        ) : null}
      </nav>
    </div>
  )
}

function pageOf(value: unknown): number {
  return typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : 0
}
