'use client'

import { CircleAlert, DatabaseZap } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useDatabaseFault } from '@/components/act/ask'
import { Page } from '@/components/frame/page'
import { Button, buttonLook } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Link } from '@/components/ui/link'

export interface FailedProps {
  /** `digest`: of the error in the server's log */
  error: Error & { digest?: string }
  retry: () => void
}

/**
 * In place of a page that failed: the frame stays, what is safe is said first, and one can try again.
 * With the database away it says so, and comes back by itself.
 */
export function Failed({ error: { digest }, retry }: FailedProps) {
  const t = useTranslations('Frame')
  const ofFault = useTranslations('Faults')
  const fault = useDatabaseFault(retry)
  const words = fault !== null && ofFault.has(fault as never) ? ofFault(fault as never) : null
  return (
    <Page kind="index">
      <div className="pt-[12vh]">
        <Empty
          Icon={fault === null ? CircleAlert : DatabaseZap}
          title={
            <div role="alert">
              <h1>{words ?? t('error')}</h1>
            </div>
          }
          acts={
            <>
              <Button variant="primary" onClick={retry}>
                {t('tryAgain')}
              </Button>
              <Link href="/stores" className={buttonLook()}>
                {t('allStores')}
              </Link>
            </>
          }
        >
          {fault === null ? <p>{t('errorSafe')}</p> : <p role="status">{ofFault('comesBack')}</p>}
          {digest === undefined ? null : (
            <p className="mt-2 text-xs text-ink-3">{t('errorNumber', { digest })}</p>
          )}
        </Empty>
      </div>
    </Page>
  )
}
