'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button, buttonVariants } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import { redactVersionAction } from './actions'

interface VersionAddress {
  storeId: string
  versionId: string
}

export interface VersionActionsProps extends VersionAddress {
  ordinal: number
  /** whether the memory is deleted, and would be restored */
  isDeleted: boolean
  /** whether it can be restored; a damaged one can only be emptied */
  isReadable: boolean
}

/** Actions for an earlier version: preview rolling back to it, or redact it. */
export function VersionActions(props: VersionActionsProps) {
  const { storeId, versionId, isDeleted, isReadable } = props
  const t = useTranslations('History')
  return (
    <div className="flex flex-wrap gap-1.5">
      {isReadable ? (
        <Link href={`/stores/${storeId}/restore?version=${versionId}`} className={buttonVariants()}>
          {isDeleted ? t('restoreDeleted') : t('restore')}
        </Link>
      ) : null}
      <RedactVersion {...props} />
    </div>
  )
}

function RedactVersion({ storeId, versionId, ordinal }: VersionActionsProps) {
  const t = useTranslations('History')
  const app = useTranslations('App')
  const [isOpen, setOpen] = useState(false)
  const [isSure, setSure] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      const outcome = await redactVersionAction({ storeId, versionId })
      if (!outcome.isDone) return setWhy(outcome.why)
      setOpen(false)
    })
  return (
    <>
      <Button variant="quiet-danger" onClick={() => setOpen(true)}>
        {t('redact')}
      </Button>
      <Dialog
        title={t('redactTitle', { ordinal })}
        description={t('redactAbout')}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={isSure}
            onChange={({ target }) => setSure(target.checked)}
          />
          {t('redactSure')}
        </label>
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>{app('cancel')}</Button>
          <Button variant="danger" onClick={run} disabled={!isSure || isPending}>
            {isPending ? t('redacting') : t('redactRun')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
