import { History } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ActWords, PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { Redact } from '@/components/redact/redact'
import { ButtonLink } from '@/components/ui/button'
import { namesByLastChange } from '@/lib/store/last-changes'

/** Where is this text, and what goes? */
export default async function RedactPage({ searchParams }: PageProps<'/redact'>) {
  const t = await getTranslations('Redact')
  const { store } = await searchParams
  const named = typeof store === 'string' ? store : ''
  const stores = (await namesByLastChange(named)).map(({ id, name }) => ({ id, name }))
  return (
    <PageWithTexts texts={['Redact']} kind="index" isInner name={t('title')}>
      <PageHead
        title={t('title')}
        acts={
          <ButtonLink href="/redactions" variant="quiet" Icon={History}>
            <ActWords>{t('earlierRedactions')}</ActWords>
          </ButtonLink>
        }
      />
      <Redact stores={stores} storeId={stores.find(({ id }) => id === named)?.id ?? ''} />
    </PageWithTexts>
  )
}
