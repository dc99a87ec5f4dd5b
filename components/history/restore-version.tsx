'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DoneNotice } from '@/components/undo/done-notice'
import { Refusal } from '@/components/undo/refusal'
import { restoreVersionAction } from './actions'

interface Wanted {
  storeId: string
  versionId: string
  /** the head when the difference was shown */
  seenVersionId: string
}

export interface RestoreVersionProps extends Wanted {
  memoryId: string
  ordinal: number
  /** whether the memory already equals that version */
  isSame: boolean
  isArchived: boolean
}

/** Rolls the memory back once the difference was seen, and offers to undo that. */
export function RestoreVersion(props: RestoreVersionProps) {
  const { storeId, memoryId, versionId, seenVersionId, ordinal, isSame, isArchived } = props
  const t = useTranslations('Restore')
  const undo = useTranslations('Undo')
  const router = useRouter()
  const [why, setWhy] = useState<string | null>(null)
  const [done, setDone] = useState<{ batchId: string | null } | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      setWhy(null)
      const outcome = await restoreVersionAction({ storeId, versionId, seenVersionId })
      if (outcome.isDone) setDone(outcome.value)
      else setWhy(outcome.why)
      router.refresh()
    })
  if (done) {
    const store = `/stores/${storeId}`
    const back = { href: `${store}/undo?batch=${done.batchId}`, label: undo('undoThis') }
    return (
      <DoneNotice
        done={t('done', { ordinal })}
        ways={[
          { href: `${store}?memory=${memoryId}`, label: t('open') },
          ...(done.batchId === null ? [] : [back]),
        ]}
      />
    )
  }
  if (isSame) return <p role="status">{t('same', { ordinal })}</p>
  return (
    <div className="space-y-2">
      {why === null ? null : <Refusal why={why} />}
      <Button look="primary" disabled={isPending || isArchived} onClick={run}>
        {isPending ? t('running') : t('run', { ordinal })}
      </Button>
    </div>
  )
}
