'use client'

import { CircleAlert, DatabaseZap } from 'lucide-react'
import { Page } from '@/components/frame/page'
import { Link } from '@/components/ui/link'
import { useTranslations } from 'use-intl'
import { useDatabaseFault } from '@/components/readiness/use-database-fault'
import { Button, buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

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
      <div className="pt-[12vh]">
        <EmptyState
          Icon={fault === null ? CircleAlert : DatabaseZap}
          title={
            <div role="alert">
              <h1>{fault === null ? t('error') : ofFault(fault)}</h1>
            </div>
          }
          action={
            <>
              <Button variant="primary" onClick={retry}>
                {t('tryAgain')}
              </Button>
              <Link href="/stores" className={buttonVariants()}>
                {t('allStores')}
              </Link>
            </>
          }
        >
          {fault === null ? <p>{t('errorSafe')}</p> : <p role="status">{ofFault('comesBack')}</p>}
          {error.digest === undefined ? null : (
            <p className="mt-2 text-xs text-ink-3">{t('errorNumber', { digest: error.digest })}</p>
          )}
        </EmptyState>
      </div>
    </Page>
  )
}
