'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/toast'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import type { ActionResult } from '@/components/commands/action-result'
import { quarantineMemoryAction, releaseMemoryAction } from './actions'

export interface QuarantinedFrom {
  storeId: string
  memoryId: string
  /** the first version that agents are not served; left out: the head */
  versionId?: string | undefined
  reason: string
}

export interface QuarantineActs {
  isBusy: boolean
  /** reason why the last act was not done; null: it was */
  why: string | null
  put: (from: QuarantinedFrom) => void
  release: (from: QuarantinedFrom) => void
}

/** Puts memories in quarantine and releases them; each can be undone at once. */
export function useQuarantine(): QuarantineActs {
  const t = useTranslations('Quarantine')
  const noAnswer = useNoAnswer()
  const showToast = useToast()
  const [why, setWhy] = useState<string | null>(null)
  const [isBusy, start] = useTransition()
  const act = (work: () => Promise<ActionResult>, done: { text: string; undo?: () => void }) =>
    start(async () => {
      const outcome = await work().catch(noAnswer)
      setWhy(outcome.isDone ? null : outcome.why)
      if (outcome.isDone) showToast(done)
    })
  const put = (from: QuarantinedFrom) =>
    act(() => quarantineMemoryAction(from), {
      text: t('isPut'),
      undo: () => act(() => releaseMemoryAction(from), { text: t('isReleased') }),
    })
  const release = (from: QuarantinedFrom) =>
    act(() => releaseMemoryAction(from), {
      text: t('isReleased'),
      undo: () => act(() => quarantineMemoryAction(from), { text: t('isPut') }),
    })
  return { isBusy, why, put, release }
}
