'use client'

import { Page } from '@/components/frame/page'
import { Link } from '@/components/ui/link'
import { useTranslations } from 'use-intl'
import { useDatabaseFault } from '@/components/readiness/use-database-fault'
import { Button, buttonLook } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'

/**
 * The error page: the frame stays, nothing is lost, and the person can retry. If the database is
 * down it says so, and recovers by itself.
 */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  const t = useTranslations('App')
  const ofFault = useTranslations('Fault')
  const fault = useDatabaseFault(retry)
  return (
    <Page kind="index">
      <div className="mx-auto w-full max-w-xl space-y-4 px-5 pt-[18vh] pb-16">
        <ErrorNotice>{fault === null ? t('error') : ofFault(fault)}</ErrorNotice>
        {fault === null ? null : <p role="status">{ofFault('comesBack')}</p>}
        {error.digest === undefined ? null : (
          <p className="text-xs text-ink-3">{t('errorNumber', { digest: error.digest })}</p>
        )}
        <div className="flex gap-2">
          <Button look="primary" onClick={retry}>
            {t('tryAgain')}
          </Button>
          <Link href="/" className={buttonLook()}>
            {t('allStores')}
          </Link>
        </div>
      </div>
    </Page>
  )
}
