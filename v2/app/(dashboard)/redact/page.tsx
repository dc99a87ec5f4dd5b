import { History } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { PageTexts } from '@/components/i18n/page-texts'
import { Redact } from '@/components/redact/redact'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { storesByLastChange } from '@/lib/store/last-changes'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Redact')
  return { title: t('title') }
}

/** Where is this text, and what goes? */
export default async function RedactPage({ searchParams }: PageProps<'/redact'>) {
  const t = await getTranslations('Redact')
  const { store } = await searchParams
  const stores = (await storesByLastChange()).map(({ id, name }) => ({ id, name }))
  return (
    <Page kind="index">
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
        <Redact stores={stores} storeId={stores.find(({ id }) => id === store)?.id ?? ''} />
      </PageTexts>
    </Page>
  )
}
