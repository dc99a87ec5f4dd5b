import { getTranslations } from 'next-intl/server'
import { Live } from '@/components/live/use-live'
import { StoreSettings } from '@/components/store/settings'
import { usageOf } from '@/lib/store/change-stores'
import { storeAt, StorePage } from '../store-page'

/** What can I set in this store? */
export default async function StoreSettingsPage({ params }: PageProps<'/stores/[id]/settings'>) {
  const { id } = await params
  const t = await getTranslations('StoreSettings')
  const [store, usage] = await Promise.all([storeAt(id), usageOf(id)])
  return (
    <StorePage
      texts={['StoreSettings']}
      kind="index"
      store={store}
      title={t('title')}
      tab="settings"
    >
      <Live at={{ [`store:${id}`]: store.lastSequence }} />
      <StoreSettings store={store} usage={usage} />
    </StorePage>
  )
}
