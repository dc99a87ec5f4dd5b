'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations('App')
  return (
    <div className="mx-auto max-w-xl space-y-4 p-8">
      <ErrorNotice>{t('error')}</ErrorNotice>
      <Button onClick={reset}>{t('tryAgain')}</Button>
    </div>
  )
}
