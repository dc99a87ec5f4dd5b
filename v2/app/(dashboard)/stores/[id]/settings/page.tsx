import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Page, PageHead } from '@/components/frame/page'
import { PageTexts } from '@/components/i18n/page-texts'
import { Live } from '@/components/live/use-live'
import { StoreSettings } from '@/components/store/settings'
import { usageOf } from '@/lib/store/change-stores'
import { plainName } from '@/lib/text/visible-text'
import { storeAt } from '../store-at'

export const dynamic = 'force-dynamic'

export async function generateMetadata({
  params,
}: PageProps<'/stores/[id]/settings'>): Promise<Metadata> {
  const t = await getTranslations('StoreSettings')
  const { name } = await storeAt((await params).id)
  return { title: `${t('title')} · ${plainName(name)}` }
}

/** What can I set in this store? */
export default async function StoreSettingsPage({ params }: PageProps<'/stores/[id]/settings'>) {
  const { id } = await params
  const t = await getTranslations('StoreSettings')
  const stores = await getTranslations('Stores')
  const [store, usage] = await Promise.all([storeAt(id), usageOf(id)])
  return (
    <Page kind="index">
      <Live topics={[`store:${id}`]} at={{ [`store:${id}`]: store.lastSequence }} />
      <PageHead
        crumbs={[
          { href: '/stores', label: stores('title') },
          { href: `/stores/${id}`, label: store.name },
        ]}
        title={t('title')}
      />
      <PageTexts of={['StoreSettings']}>
        <StoreSettings store={store} usage={usage} />
      </PageTexts>
    </Page>
  )
}
