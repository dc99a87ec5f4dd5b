import { getNow, getTranslations } from 'next-intl/server'
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
    <StorePage texts={['Problems', 'Seed']} kind="index" store={store} title={t('title')}>
      <SeedSource
        storeId={id}
        from={from === 'machine' || from === 'text' ? from : 'files'}
        memoryBytes={store.limits.memoryBytes}
        seeds={await seedsOf(id)}
        now={await getNow()}
      />
    </StorePage>
  )
}
