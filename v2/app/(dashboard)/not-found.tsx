import { getTranslations } from 'next-intl/server'
import { Missing } from '@/components/frame/missing'
import { Page } from '@/components/frame/page'

/** In place of a page, a store or a memory that is not there. */
export default async function NotFound() {
  const t = await getTranslations('Frame')
  return (
    <Page kind="index">
      <title>{t('notFound')}</title>
      <Missing />
    </Page>
  )
}
