import { Eraser, SearchX } from 'lucide-react'
import type { Metadata } from 'next'
import { type ReactNode, Suspense } from 'react'
import { FilterButton } from '@/components/frame/filter'
import { KeyBar } from '@/components/frame/key-bar'
import { ActWords, Page, PageBody, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { SearchForm } from '@/components/search/search-form'
import { SessionHits } from '@/components/search/session-hits'
import { offeredStores } from '@/components/stores/offered-stores'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { FollowRows } from '@/components/ui/follow-rows'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { namesOfStores } from '@/lib/store/stores/store-names'
import { plainName } from '@/lib/text/plain-text'
import { type SearchResults, findHits, previewedHit } from './find-hits'
import { HitPreview, type HitPreviewProps } from './hit-preview'
import { HitsOfStore } from './hits-of-store'
import { SearchFilters } from './search-filters'
import { directoryOf, limitOf, searchAddress } from './search-address'

export const dynamic = 'force-dynamic'

const STORE_ID = /^memstore_\w+$/

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Search.title') }
}

/** Searches memories, current or past, and sessions; the address holds the query. */
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
  const [offered, named] = await Promise.all([
    offeredStores({ withArchived: true }),
    namesOfStores(database(), one('store') === '' ? [] : [one('store')]),
  ])
  const [chosen = null] = [...named].map(([id, name]) => ({ id, name }))
  const storeId = chosen?.id ?? null
  const after = STORE_ID.test(one('after')) ? one('after') : null
  const found = query === '' ? null : await findHits(database(), { ...question, storeId, after })
  const previewed = found && previewedHit(found, one('hit'))
  const now = requestTime()
  return (
    <Page kind="index">
      <StepKeys selector="[data-hit]" by="arrows" />
      <PageHead
        title={t('Search.title')}
        meta={<span role="status">{found ? await summaryOf(found) : ''}</span>}
        actions={
          <>
            {query === '' ? null : (
              <Link href={redactAddress(storeId)} className={buttonVariants({ variant: 'quiet' })}>
                <Eraser size={14} aria-hidden /> <ActWords>{t('Search.redact')}</ActWords>
              </Link>
            )}
            <FilterButton
              rowCount={0}
              chosen={[
                ...(isHistory ? [t('Search.history')] : []),
                ...(chosen ? [plainName(chosen.name)] : []),
                ...(question.directory === '' ? [] : [question.directory]),
              ]}
            />
          </>
        }
      />
      <SearchForm query={query} storeId={storeId ?? ''} isHistory={isHistory} directory={one('in')}>
        <SearchFilters search={search} chosen={chosen} offered={offered} />
      </SearchForm>
      <div className="@container flex min-w-0 flex-1">
        <PageBody>
          <Results
            query={query}
            found={found}
            historyAddress={searchAddress(search, { history: '1', limit: null })}
            moreAddress={
              found?.next ? searchAddress(search, { after: found.next, hit: null }) : null
            }
          >
            {found?.stores.map((hits) => (
              <HitsOfStore
                key={hits.store.id}
                hits={hits}
                now={now}
                previewed={previewed?.memoryId ?? null}
                moreAddress={searchAddress(search, {
                  store: hits.store.id,
                  after: null,
                  limit: String(limitOf(String(question.limit * 5))),
                })}
              />
            ))}
            {found?.sessions ? <SessionHits search={found.sessions} now={now} /> : null}
          </Results>
        </PageBody>
        {previewed ? <Preview {...previewed} query={query} now={now} /> : null}
      </div>
      <KeyBar keys={found && !isNothing(found) ? ['walkHits', 'openRow'] : []} />
    </Page>
  )
}

function isNothing({ stores, sessions }: SearchResults): boolean {
  return stores.length === 0 && !sessions?.hits.length
}

const PREVIEW = 'hit-preview'

/** Beside the results where there is room: what the chosen one holds, and since when. */
async function Preview(props: HitPreviewProps) {
  const t = await texts()
  return (
    <aside
      id={PREVIEW}
      aria-label={t('Search.preview')}
      className="hidden w-[30rem] shrink-0 border-l border-line bg-well @5xl:block"
    >
      <div className="sticky top-[calc(8px+var(--head))] max-h-[calc(100dvh-var(--head)-3.5rem)] overflow-y-auto">
        <FollowRows previewId={PREVIEW} param="hit" by="focus and pointer" />
        <Suspense fallback={<SkeletonRows count={3} label={t('App.loading')} />}>
          <HitPreview {...props} />
        </Suspense>
      </div>
    </aside>
  )
}

function requestTime(): number {
  return Date.now()
}

function redactAddress(storeId: string | null): string {
  return storeId === null ? '/redact' : `/redact?store=${storeId}`
}

async function summaryOf({ stores, sessions, next }: SearchResults): Promise<string> {
  const t = await texts()
  const results = stores.flatMap(({ present, past }) => present ?? past ?? [])
  const memories = results.reduce((sum, { hits }) => sum + hits.length, 0)
  const isMore = next !== null || results.some(({ hasMore }) => hasMore)
  return t('Search.summary', {
    memories,
    isMore: String(isMore),
    sessions: sessions?.hits.length ?? 0,
  })
}

async function Results({
  query,
  found,
  historyAddress,
  moreAddress,
  children,
}: {
  query: string
  found: SearchResults | null
  historyAddress: string
  /** of the search in the other stores; null: all were searched */
  moreAddress: string | null
  children: ReactNode
}) {
  const t = await texts()
  if (query === '') return <p className="text-ink-3">{t('Search.hint')}</p>
  if (!found) return <p className="text-ink-3">{t('Search.tooShort')}</p>
  const past = found.inHistory
  const more = moreAddress ? (
    <Link href={moreAddress} className={buttonVariants()}>
      {t('Search.moreStores')}
    </Link>
  ) : null
  if (!isNothing(found) && !past?.count) {
    return (
      <div className="space-y-8">
        {children}
        {more}
      </div>
    )
  }
  const none = (
    <EmptyState
      Icon={SearchX}
      title={
        past?.count
          ? t('Search.noneNow')
          : moreAddress
            ? t('Search.noneSoFar', { count: found.searched })
            : t('Search.none')
      }
      action={
        past?.count ? (
          <Link href={historyAddress} className={buttonVariants({ variant: 'primary' })}>
            {t('Search.inHistory', { count: past.count, isMore: String(past.isMore) })}
          </Link>
        ) : (
          more
        )
      }
    >
      {past?.count || moreAddress ? null : t('Search.noneHint')}
    </EmptyState>
  )
  return isNothing(found) ? (
    none
  ) : (
    <div className="space-y-8">
      {none}
      {children}
      {past?.count ? more : null}
    </div>
  )
}
