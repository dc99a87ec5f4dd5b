'use client'

import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/notice'
import { deleteTestAction } from './actions'

/** Deletes a test with its runs, once a person has said so. */
export function DeleteTest({ storeId, testId }: { storeId: string; testId: string }) {
  const t = useTranslations('MemoryTests')
  const app = useTranslations('App')
  const router = useRouter()
  const noAnswer = useNoAnswer()
  const [isOpen, setOpen] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const remove = () =>
    startTransition(async () => {
      const outcome = await deleteTestAction({ storeId, testId }).catch(noAnswer)
      if (outcome.isDone) router.push(`/stores/${storeId}/tests`)
      else setWhy(whyNot(outcome))
    })
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Trash2 size={14} aria-hidden /> {t('delete')}
      </Button>
      <Dialog
        title={t('deleteTitle')}
        description={t('deleteWhat')}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>{app('cancel')}</Button>
          <Button variant="danger" isBusy={isPending} onClick={remove}>
            {t('deleteNow')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
