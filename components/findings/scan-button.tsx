'use client'

import { ChevronDown, RotateCw } from 'lucide-react'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { ActWords } from '@/components/frame/page'
import { Button } from '@/components/ui/button'
import { Menu, MenuButton } from '@/components/ui/menu'
import { ErrorNotice } from '@/components/ui/notice'
import { startScanAction } from './actions'

/** Starts a scan of the store by the present rules; on request its past is scanned, too. */
export function ScanButton({ storeId, isRunning }: { storeId: string; isRunning: boolean }) {
  const t = useTranslations('Finding')
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const scan = (history: boolean) =>
    startTransition(async () => {
      const outcome = await startScanAction({ storeId, history }).catch(noAnswer)
      setWhy(outcome.isDone ? null : outcome.why)
    })
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button isBusy={isPending || isRunning} onClick={() => scan(false)}>
        <RotateCw size={14} aria-hidden /> <ActWords>{t('scan')}</ActWords>
      </Button>
      <Menu label={t('scanMore')} button={<ChevronDown size={14} aria-hidden />}>
        <MenuButton onSelect={() => isRunning || scan(false)}>{t('scanNow')}</MenuButton>
        <MenuButton onSelect={() => isRunning || scan(true)}>{t('scanHistory')}</MenuButton>
      </Menu>
    </>
  )
}
