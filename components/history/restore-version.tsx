'use client'

import { Undo2 } from 'lucide-react'
import { type ReactNode, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { type Crumb, PageHead } from '@/components/frame/page'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import { DoneNotice } from '@/components/undo/done-notice'
import { Refusal } from '@/components/undo/refusal'
import { restoreVersionAction } from './actions'

interface RestoreRequest {
  storeId: string
  versionId: string
  /** the head when the difference was shown */
  seenVersionId: string
}

export interface RestoreVersionProps extends RestoreRequest {
  memoryId: string
  ordinal: number
  /** whether the memory already equals that version */
  isSame: boolean
  isArchived: boolean
  /** of the page */
  crumbs: readonly Crumb[]
  title: string
  /** the changes that it would make */
  children: ReactNode
}

/** Rolls the memory back once the difference was seen, and offers to undo that. */
export function RestoreVersion(props: RestoreVersionProps) {
  const { storeId, memoryId, versionId, seenVersionId, ordinal, isSame, isArchived } = props
  const { crumbs, title, children } = props
  const t = useTranslations('Restore')
  const noAnswer = useNoAnswer()
  const undo = useTranslations('Undo')
  const problem = useTranslations('Problem')
  const [why, setWhy] = useState<string | null>(null)
  const [done, setDone] = useState<{ batchId: string | null } | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      setWhy(null)
      const outcome = await restoreVersionAction({ storeId, versionId, seenVersionId }).catch(
        noAnswer,
      )
      if (outcome.isDone) setDone(outcome.value)
      else setWhy(outcome.why)
    })
  const canRun = done === null && !isSame && !isArchived
  useSubmitShortcut(run, { disabled: !canRun || isPending })
  const store = `/stores/${storeId}`
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={title}
        guide="review"
        primary={
          canRun ? (
            <Button variant="primary" disabled={isPending} onClick={run}>
              <Undo2 size={15} aria-hidden />
              {isPending ? t('running') : t('run', { ordinal })}
              <Kbd>⌘↵</Kbd>
            </Button>
          ) : null
        }
      />
      <div className="space-y-2 px-4 pt-3 empty:hidden">
        {why === null ? null : <Refusal why={why} />}
        {isArchived ? <p className="text-caution">{problem('store_archived')}</p> : null}
        {done ? (
          <DoneNotice
            done={t('done', { ordinal })}
            ways={[
              { href: `${store}?memory=${memoryId}`, label: t('open') },
              ...(done.batchId === null
                ? []
                : [{ href: `${store}/undo?batch=${done.batchId}`, label: undo('undoThis') }]),
            ]}
          />
        ) : isSame ? (
          <p role="status">{t('same', { ordinal })}</p>
        ) : null}
      </div>
      {done ? null : children}
    </>
  )
}
