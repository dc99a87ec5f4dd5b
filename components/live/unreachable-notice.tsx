'use client'

import { WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { FloatingNotice } from './floating-notice'
import { askNow, isPageAwaited, keepAskingForPages, onPageAwaited } from './page-requests'

/** Keeps the page when the next one cannot be reached, says so, and opens that once it can. */
export function UnreachableNotice() {
  const t = useTranslations('Live')
  const isAwaited = useSyncExternalStore(onPageAwaited, isPageAwaited, () => false)
  useEffect(() => keepAskingForPages(), [])
  return (
    <div role="status">
      {isAwaited ? (
        <FloatingNotice
          state="awaited"
          icon={<WifiOff size={16} aria-hidden className="shrink-0 text-caution" />}
          title={t('unreachable')}
          acts={
            <Button variant="quiet" size="small" onClick={askNow}>
              {t('tryNow')}
            </Button>
          }
        >
          {t('opensThen')}
        </FloatingNotice>
      ) : null}
    </div>
  )
}
