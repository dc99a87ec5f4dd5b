'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { type QuarantinedFrom, useQuarantine } from './use-quarantine'

/** Releases a memory: agents are served it again. */
export function ReleaseButton(from: QuarantinedFrom) {
  const t = useTranslations('Quarantine')
  const { isBusy, why, release } = useQuarantine()
  return (
    <>
      <Button size="small" isBusy={isBusy} onClick={() => release(from)}>
        {t('release')}
      </Button>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
    </>
  )
}
