import { redirect } from 'next/navigation'
import { Page } from '@/components/frame/page'
import { ListsTexts } from '@/components/i18n/part-texts'
import { LivePage } from '@/components/live/live-page'
import { Welcome } from '@/components/welcome/welcome'
import { database } from '@/lib/db/open-database'
import { hasOpenChangesets } from '@/lib/review/changesets/list-changesets'
import { sortedStores } from '@/lib/store/stores/read-stores'

export const dynamic = 'force-dynamic'

/** Leads to what waits for review; if nothing does, to the stores. Without any, how to begin. */
export default async function FrontPage(props: PageProps<'/'>) {
  const { stores } = await sortedStores(database(), { order: 'changed', limit: 1, offset: 0 })
  if (stores.length > 0) redirect(await firstAddress(await props.searchParams))
  return (
    <ListsTexts>
      <Page kind="index">
        <LivePage of="stores" renderedAt={requestTime()} />
        <Welcome />
      </Page>
    </ListsTexts>
  )
}

/**
 * Returns the page to begin with. The list of stores was once here: an address with a position in
 * it still means that.
 */
async function firstAddress({ sort, page }: Awaited<PageProps<'/'>['searchParams']>) {
  const search = new URLSearchParams()
  if (typeof sort === 'string') search.set('sort', sort)
  if (typeof page === 'string') search.set('page', page)
  if (search.size > 0) return `/stores?${search}`
  return (await hasOpenChangesets(database())) ? '/review' : '/stores'
}

function requestTime(): number {
  return Date.now()
}
