import { getTranslations } from 'next-intl/server'
import { Page, PageHead } from '@/components/frame/page'
import { LogOf } from '../log-of'

/** What happened? */
export default async function LogPage({ searchParams }: PageProps<'/log'>) {
  const t = await getTranslations('Log')
  return (
    <Page kind="index" name={t('title')}>
      <PageHead title={t('title')} />
      <LogOf address="/log" params={await searchParams} storeId={null} />
    </Page>
  )
}
