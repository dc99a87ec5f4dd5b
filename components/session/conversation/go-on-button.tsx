'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { notDone, whyNot } from '@/components/commands/action-result'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { goOnAction } from './conversation-actions'
import { StillWaiting } from '../still-waiting'

/** Lets the agent continue after an error or a truncation, from where it stopped. */
export function GoOnButton({ sessionId, label }: { sessionId: string; label: string }) {
  const t = useTranslations('Session')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () =>
      setWhy(whyNot(await goOnAction(sessionId).catch(() => notDone(t('noAnswer'))))),
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button size="small" isBusy={isPending} onClick={run}>
        {label}
      </Button>
      <StillWaiting isPending={isPending} />
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
    </span>
  )
}
