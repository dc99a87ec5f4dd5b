import { History } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { PageTexts } from '@/components/i18n/texts'
import { Redact } from '@/components/redact/redact'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { namesByLastChange } from '@/lib/store/last-changes'

/** Where is this text, and what goes? */
export default async function RedactPage({ searchParams }: PageProps<'/redact'>) {
  const t = await getTranslations('Redact')
  const { store } = await searchParams
  const named = typeof store === 'string' ? store : ''
  const stores = (await namesByLastChange(named)).map(({ id, name }) => ({ id, name }))
  return (
    <Page kind="index" name={t('title')}>
      <PageHead
        title={t('title')}
        acts={
          <Link href="/redactions" className={buttonLook({ variant: 'quiet' })}>
            <History size={16} aria-hidden />
            <ActWords>{t('earlierRedactions')}</ActWords>
          </Link>
        }
      />
      <PageTexts of={['Redact']}>
        <Redact stores={stores} storeId={stores.find(({ id }) => id === named)?.id ?? ''} />
      </PageTexts>
    </Page>
  )
}
