'use client'

import { Play } from 'lucide-react'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { askDependsAction } from './actions'

export interface AskDependsProps {
  storeId: string
  changesetId: string
  hunkIds: readonly string[]
  /** the state that the price is of */
  shown: string
  /** what it costs */
  label: string
}

/** Asks the tests that read a memory of some hunks, on the store without them. */
export function AskDepends({ label, hunkIds, ...asked }: AskDependsProps) {
  const t = useTranslations('Gate')
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const start = () =>
    startTransition(async () =>
      setWhy(whyNot(await askDependsAction({ ...asked, hunkIds: [...hunkIds] }).catch(noAnswer))),
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button variant="primary" size="large" autoFocus isBusy={isPending} onClick={start}>
        <Play size={14} aria-hidden /> {t('askTests')}
      </Button>
      <span className="text-ink-3">{label}</span>
    </div>
  )
}
