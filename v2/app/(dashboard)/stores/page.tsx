import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Page, PageHead } from '@/components/frame/page'
import { Live } from '@/components/live/use-live'
import { StoreList } from '@/components/store/list'
import { NewStore } from '@/components/store/new'
import { storesByLastChange } from '@/lib/store/last-changes'
import { requestTime } from '../request-time'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Stores')
  return { title: t('title') }
}

/** Which store? */
export default async function StoresPage() {
  const t = await getTranslations('Stores')
  const stores = await storesByLastChange()
  const changes = stores.reduce((sum, { lastSequence }) => sum + lastSequence, 0)
  const live = stores.filter(({ archivedAt }) => !archivedAt)
  return (
    <Page kind="index">
      <Live topics={['stores']} at={{ stores: changes }} />
      <PageHead title={t('title')} meta={live.length || null} primary={<NewStore />} />
      <StoreList stores={stores} now={requestTime()} />
    </Page>
  )
}
