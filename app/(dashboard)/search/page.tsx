import type { Metadata } from 'next'
import Link from 'next/link'
import { texts } from '@/components/i18n/server-texts'
import { PastHits } from '@/components/search/past-hits'
import { PresentHits } from '@/components/search/present-hits'
import { SearchForm } from '@/components/search/search-form'
import { database } from '@/lib/db/database'
import { listStores } from '@/lib/store/list-stores'
import { findHits, type StoreHits } from './find-hits'

export const dynamic = 'force-dynamic'

const MAX_STORES = 1000

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Search.title') }
}

/** Contents and paths of all stores, as they are or ever were; the address holds the question. */
export default async function SearchPage(props: PageProps<'/search'>) {
  const t = await texts()
  const { q, store, history } = await props.searchParams
  const query = typeof q === 'string' ? q : ''
  const { stores } = await listStores(database(), { limit: MAX_STORES, includeArchived: true })
  const chosen = stores.find(({ id }) => id === store)
  const isHistory = history === '1'
  const found =
    query === '' ? [] : await findHits(database(), chosen ? [chosen] : stores, query, isHistory)
  return (
    <div className="mx-auto max-w-4xl space-y-6 px-4 py-8">
      <h1 className="text-xl font-semibold">{t('Search.title')}</h1>
      <SearchForm
        query={query}
        storeId={chosen?.id ?? null}
        isHistory={isHistory}
        stores={stores.map(({ id, name }) => ({ id, name }))}
      />
      {query === '' ? <p className="text-faint">{t('Search.hint')}</p> : null}
      {found === null ? <p className="text-faint">{t('Search.tooShort')}</p> : null}
      {query !== '' && found?.length === 0 ? <p role="status">{t('Search.none')}</p> : null}
      {found?.map((hits) => (
        <Hits key={hits.store.id} hits={hits} now={requestTime()} />
      ))}
    </div>
  )
}

function requestTime(): number {
  return Date.now()
}

async function Hits({ hits, now }: { hits: StoreHits; now: number }) {
  const t = await texts()
  const { store, present, past } = hits
  const hasMore = (present ?? past)?.hasMore ?? false
  return (
    <section aria-labelledby={store.id}>
      <h2 id={store.id} className="border-b border-line pb-1 font-medium">
        <Link href={`/stores/${store.id}`} className="hover:underline">
          {store.name}
        </Link>
      </h2>
      {present ? <PresentHits hits={present.hits} /> : null}
      {past ? <PastHits hits={past.hits} now={now} /> : null}
      {hasMore ? <p className="py-2 text-xs text-faint">{t('Search.more')}</p> : null}
    </section>
  )
}
