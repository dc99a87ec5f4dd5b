'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DoneNotice } from './done-notice'
import { Refusal } from './refusal'
import { type Undone, undoChangesAction } from './actions'

type Changes =
  | { sessionId: string }
  | { batchId: string }
  | { versionIds: string[] }
  | { from: number; to: number }

interface Wanted {
  storeId: string
  changes: Changes
  isForced: boolean
  /** identifies the plan shown: no other is executed */
  plan: string
}

export interface UndoRunProps {
  wanted: Wanted
  /** memories that would change */
  count: number
}

/** Executes the plan, then offers to undo it. */
export function UndoRun({ wanted, count }: UndoRunProps) {
  const t = useTranslations('Undo')
  const router = useRouter()
  const [why, setWhy] = useState<string | null>(null)
  const [done, setDone] = useState<Undone | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      setWhy(null)
      const outcome = await undoChangesAction(wanted)
      if (outcome.isDone) setDone(outcome.value)
      else setWhy(outcome.why)
      router.refresh()
    })
  if (done) {
    const store = `/stores/${wanted.storeId}`
    const back = { href: `${store}/undo?batch=${done.batchId}`, label: t('undoThis') }
    return (
      <DoneNotice
        done={t('done', { count: done.memories })}
        ways={[{ href: store, label: t('openStore') }, ...(done.batchId === null ? [] : [back])]}
      />
    )
  }
  return (
    <div className="space-y-2">
      {why === null ? null : <Refusal why={why} />}
      <Button look="primary" disabled={isPending || count === 0} onClick={run}>
        {isPending ? t('running') : t('run', { count })}
      </Button>
    </div>
  )
}
