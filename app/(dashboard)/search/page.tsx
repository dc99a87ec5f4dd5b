import type { Metadata } from 'next'
import { VisibleLabel } from '@/components/content/visible-label'
import { Link } from '@/components/ui/link'
import { texts } from '@/components/i18n/server-texts'
import { PastHits } from '@/components/search/past-hits'
import { PresentHits } from '@/components/search/present-hits'
import { SearchForm } from '@/components/search/search-form'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { allStores } from '@/lib/store/list-stores'
import { findHits, type StoreHits } from './find-hits'

export const dynamic = 'force-dynamic'

/** Memories shown per store, at first and at most. */
const FIRST = 20
const MOST = 2_000

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Search.title') }
}

/** Searches contents and paths of all stores, current or past; the address holds the query. */
export default async function SearchPage(props: PageProps<'/search'>) {
  const t = await texts()
  const search = await props.searchParams
  const one = (name: string) => (typeof search[name] === 'string' ? search[name] : '')
  const question = {
    query: one('q'),
    isHistory: one('history') === '1',
    directory: directoryOf(one('in')),
    limit: limitOf(one('limit')),
  }
  const { query, isHistory } = question
  const stores = await allStores(database(), { includeArchived: true })
  const chosen = stores.find(({ id }) => id === one('store'))
  const found = query === '' ? [] : await findHits(database(), chosen ? [chosen] : stores, question)
  return (
    <div className="sheet space-y-6 px-5 py-4" data-page="index">
      <StepKeys selector="[data-hit]" next="ArrowDown" previous="ArrowUp" />
      <h1 className="text-xl font-semibold">{t('Search.title')}</h1>
      <SearchForm
        query={query}
        storeId={chosen?.id ?? null}
        isHistory={isHistory}
        directory={one('in')}
        stores={stores.map(({ id, name }) => ({ id, name }))}
      />
      {query === '' ? <p className="text-ink-3">{t('Search.hint')}</p> : null}
      {found === null ? <p className="text-ink-3">{t('Search.tooShort')}</p> : null}
      {query !== '' && found?.length === 0 ? <p role="status">{t('Search.none')}</p> : null}
      {found?.map((hits) => (
        <Hits
          key={hits.store.id}
          hits={hits}
          now={requestTime()}
          moreAddress={moreAddress(search, hits.store.id, question.limit)}
        />
      ))}
    </div>
  )
}

/** `/notes/` as `/notes`; '' for the root and for anything that is not a directory. */
function directoryOf(written: string): string {
  const bare = written.trim().replace(/\/+$/, '')
  return bare === '' || bare.startsWith('/') ? bare : `/${bare}`
}

function limitOf(written: string): number {
  const limit = Number(written || FIRST)
  return Number.isSafeInteger(limit) ? Math.min(Math.max(limit, FIRST), MOST) : FIRST
}

/** The same search with more results from one store. */
function moreAddress(
  search: Record<string, string | string[] | undefined>,
  storeId: string,
  limit: number,
): string {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') address.set(name, value)
  }
  address.set('store', storeId)
  address.set('limit', String(Math.min(limit * 5, MOST)))
  return `/search?${address}`
}

function requestTime(): number {
  return Date.now()
}

async function Hits({
  hits,
  now,
  moreAddress,
}: {
  hits: StoreHits
  now: number
  moreAddress: string
}) {
  const t = await texts()
  const { store, present, past } = hits
  const hasMore = (present ?? past)?.hasMore ?? false
  return (
    <section aria-labelledby={store.id}>
      <h2 id={store.id} className="border-b border-line pb-1 font-medium">
        <Link href={`/stores/${store.id}`} className="hover:underline">
          <VisibleLabel text={store.name} />
        </Link>
      </h2>
      {present ? <PresentHits hits={present.hits} /> : null}
      {past ? <PastHits hits={past.hits} now={now} /> : null}
      {hasMore ? (
        <p className="py-2 text-sm">
          <Link href={moreAddress} scroll={false} className="text-accent hover:underline">
            {t('Search.more')}
          </Link>
        </p>
      ) : null}
    </section>
  )
}
