'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/notice'

type Outcome<Value> = { isDone: true; value: Value } | { isDone: false; why: string }

interface VersionAddress {
  storeId: string
  versionId: string
}

export interface VersionActionsProps extends VersionAddress {
  ordinal: number
  /** whether the memory is deleted now, and would come back */
  isDeleted: boolean
  restore: (version: VersionAddress) => Promise<Outcome<string>>
  redact: (version: VersionAddress) => Promise<Outcome<null>>
}

/** What can be done with an earlier version: roll back to it, or take it out of the history. */
export function VersionActions(props: VersionActionsProps) {
  const { storeId, versionId, isDeleted, restore } = props
  const t = useTranslations('History')
  const router = useRouter()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      const outcome = await restore({ storeId, versionId })
      if (outcome.isDone) router.push(`/stores/${storeId}?memory=${outcome.value}`)
      else setWhy(outcome.why)
    })
  return (
    <div className="border-b border-line px-4 py-2">
      <div className="flex flex-wrap gap-2">
        <Button onClick={run} disabled={isPending}>
          {isPending ? t('restoring') : isDeleted ? t('restoreDeleted') : t('restore')}
        </Button>
        <RedactVersion {...props} />
      </div>
      {why === null ? null : (
        <div className="mt-2">
          <ErrorNotice>{why}</ErrorNotice>
        </div>
      )}
    </div>
  )
}

function RedactVersion({ storeId, versionId, ordinal, redact }: VersionActionsProps) {
  const t = useTranslations('History')
  const app = useTranslations('App')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [isSure, setSure] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      const outcome = await redact({ storeId, versionId })
      if (!outcome.isDone) return setWhy(outcome.why)
      setOpen(false)
      router.refresh()
    })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('redact')}</Button>
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
          <Button look="primary" onClick={run} disabled={!isSure || isPending}>
            {isPending ? t('redacting') : t('redactRun')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
