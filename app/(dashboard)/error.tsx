'use client'

import { Link } from '@/components/ui/link'
import { useTranslations } from 'use-intl'
import { Button, buttonLook } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'

/** A page that could not be shown: the frame stays, nothing is lost, and it can be tried again. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  const t = useTranslations('App')
  return (
    <div className="mx-auto max-w-xl space-y-4 p-8">
      <ErrorNotice>{t('error')}</ErrorNotice>
      {error.digest === undefined ? null : (
        <p className="text-xs text-faint">{t('errorNumber', { digest: error.digest })}</p>
      )}
      <div className="flex gap-2">
        <Button look="primary" onClick={reset}>
          {t('tryAgain')}
        </Button>
        <Link href="/" className={buttonLook()}>
          {t('allStores')}
        </Link>
      </div>
    </div>
  )
}
