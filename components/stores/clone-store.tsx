'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { cloneStoreAction } from './actions'

/** Copies a store and leads to the copy. */
export function CloneStore({ store }: { store: { id: string; name: string } }) {
  const t = useTranslations('StoreSettings')
  const noAnswer = useNoAnswer()
  const router = useRouter()
  const [withHistory, setWithHistory] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      const name = t('cloneName', { name: store.name })
      const outcome = await cloneStoreAction({ storeId: store.id, name, withHistory }).catch(
        noAnswer,
      )
      if (!outcome.isDone) return setWhy(outcome.why)
      router.push(`/stores/${outcome.value}`)
    })
  return (
    <>
      <label className="flex min-h-7 items-center gap-2">
        <input
          type="checkbox"
          checked={withHistory}
          onChange={({ target }) => setWithHistory(target.checked)}
        />
        {t('cloneHistory')}
      </label>
      <Button isBusy={isPending} onClick={run}>
        {isPending ? t('cloning') : t('cloneButton')}
      </Button>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
    </>
  )
}
