'use client'

import { Undo2 } from 'lucide-react'
import { type ReactNode, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { type Crumb, PageHead } from '@/components/frame/page'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import { DoneNotice } from './done-notice'
import { Refusal } from './refusal'
import { type UndoOutcome, undoChangesAction } from './actions'

type Changes =
  | { sessionId: string }
  | { batchId: string }
  | { changesetId: string }
  | { versionIds: string[] }
  | { from: number; to: number }

interface UndoRequest {
  storeId: string
  changes: Changes
  isForced: boolean
  withoutMemoryIds: string[]
  /** identifies the plan shown: no other is executed */
  plan: string
}

export interface UndoRunProps {
  wanted: UndoRequest
  /** of the store */
  crumb: Crumb
  /** memories that would change */
  count: number
  /** the plan, and what goes with it */
  children: ReactNode
}

/** Executes the plan; then shows what was done in its place, and offers to undo it. */
export function UndoRun({ wanted, crumb, count, children }: UndoRunProps) {
  const t = useTranslations('Undo')
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [done, setDone] = useState<UndoOutcome | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      setWhy(null)
      const outcome = await undoChangesAction(wanted).catch(noAnswer)
      if (outcome.isDone) setDone(outcome.value)
      else setWhy(outcome.why)
    })
  const isOff = isPending || done !== null || count === 0
  useSubmitShortcut(run, { disabled: isOff })
  const store = `/stores/${wanted.storeId}`
  return (
    <>
      <PageHead
        crumbs={[crumb]}
        title={t('title')}
        guide="review"
        primary={
          done === null && count > 0 ? (
            <Button variant="primary" disabled={isPending} onClick={run}>
              <Undo2 size={15} aria-hidden />
              {isPending ? t('running') : t('run', { count })}
              <Kbd>⌘↵</Kbd>
            </Button>
          ) : null
        }
      />
      {why === null ? null : (
        <div className="px-4 pt-3">
          <Refusal why={why} />
        </div>
      )}
      {done === null ? null : (
        <div className="px-4 pt-3">
          <DoneNotice
            done={[
              t('done', { count: done.memories }),
              ...(done.leftAlone > 0 ? [t('leftAlone', { count: done.leftAlone })] : []),
            ].join(' ')}
            ways={[
              { href: store, label: t('openStore') },
              ...(done.batchId === null
                ? []
                : [{ href: `${store}/undo?batch=${done.batchId}`, label: t('undoThis') }]),
            ]}
          />
        </div>
      )}
      {done === null ? children : null}
    </>
  )
}
