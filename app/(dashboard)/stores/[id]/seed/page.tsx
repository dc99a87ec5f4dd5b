import { getNow, getTranslations } from 'next-intl/server'
import { PageTexts } from '@/components/i18n/texts'
import { SeedSource } from '@/components/seed/source'
import { seedsOf } from '@/lib/transfer/seed'
import { storeAt, StorePage } from '../store-page'

/** Where are the files? */
export default async function SeedPage({ params, searchParams }: PageProps<'/stores/[id]/seed'>) {
  const { id } = await params
  const { from } = await searchParams
  const t = await getTranslations('Seed')
  const store = await storeAt(id)
  return (
    <StorePage kind="index" store={store} title={t('title')}>
      <PageTexts of={['Problems', 'Seed']}>
        <SeedSource
          storeId={id}
          from={from === 'machine' || from === 'text' ? from : 'files'}
          memoryBytes={store.limits.memoryBytes}
          seeds={await seedsOf(id)}
          now={await getNow()}
        />
      </PageTexts>
    </StorePage>
  )
}
