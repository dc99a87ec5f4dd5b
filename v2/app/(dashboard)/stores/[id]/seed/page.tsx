import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Page, PageHead } from '@/components/frame/page'
import { PageTexts } from '@/components/i18n/page-texts'
import { SeedSource } from '@/components/seed/source'
import { plainName } from '@/lib/text/visible-text'
import { seedsOf } from '@/lib/transfer/seed'
import { requestTime } from '../../../request-time'
import { storeAt } from '../store-at'

export const dynamic = 'force-dynamic'

export async function generateMetadata({
  params,
}: PageProps<'/stores/[id]/seed'>): Promise<Metadata> {
  const t = await getTranslations('Seed')
  const { name } = await storeAt((await params).id)
  return { title: `${t('title')} · ${plainName(name)}` }
}

/** Where are the files? */
export default async function SeedPage({ params, searchParams }: PageProps<'/stores/[id]/seed'>) {
  const { id } = await params
  const { from } = await searchParams
  const t = await getTranslations('Seed')
  const stores = await getTranslations('Stores')
  const store = await storeAt(id)
  const tab = from === 'machine' || from === 'text' ? from : 'files'
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: '/stores', label: stores('title') },
          { href: `/stores/${id}`, label: store.name },
        ]}
        title={t('title')}
      />
      <PageTexts of={['Problems', 'Seed']}>
        <SeedSource
          storeId={id}
          from={tab}
          memoryBytes={store.limits.memoryBytes}
          seeds={await seedsOf(id)}
          now={requestTime()}
        />
      </PageTexts>
    </Page>
  )
}
