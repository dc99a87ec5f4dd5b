'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { type KeptRoutine, keepRoutineAction, undoKeptRoutineAction } from '../actions'

export interface KeepRoutineProps {
  /** as they are shown */
  changesets: { changesetId: string; revision: number }[]
}

/** Keeps all changesets of the inbox that are routine, by ⇧A too; a toast takes it back. */
export function KeepRoutine({ changesets }: KeepRoutineProps) {
  const t = useTranslations('Review')
  const noAnswer = useNoAnswer()
  const show = useToast()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, start] = useTransition()
  const undo = (kept: readonly KeptRoutine[]) =>
    start(async () => {
      const outcome = await undoKeptRoutineAction(kept).catch(noAnswer)
      if (!outcome.isDone) setWhy(outcome.why)
    })
  const keep = () => {
    if (isPending) return
    start(async () => {
      const outcome = await keepRoutineAction(changesets).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      setWhy(null)
      show({
        text: t('keptRoutine', { count: outcome.value.length }),
        undo: outcome.value.length > 0 ? () => undo(outcome.value) : undefined,
      })
    })
  }
  useLetterKey('A', keep)
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button
        variant="quiet"
        size="small"
        aria-keyshortcuts="Shift+A"
        isBusy={isPending}
        onClick={keep}
      >
        {t('keepAllRoutine', { count: changesets.length })} <Kbd>⇧A</Kbd>
      </Button>
    </>
  )
}
