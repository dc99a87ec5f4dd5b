'use client'

import { Square } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { startTestBisectionAction, stopTestBisectionAction } from './actions'

/** Starts the search for the change since which a test goes as it does. */
export function StartTestBisection({ storeId, testId }: { storeId: string; testId: string }) {
  const t = useTranslations('MemoryTests')
  const router = useRouter()
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const start = () =>
    startTransition(async () => {
      const outcome = await startTestBisectionAction({ storeId, testId }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      router.push(`/stores/${storeId}/tests/${testId}/since/${outcome.value}`)
    })
  return (
    <div className="space-y-3">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button variant="primary" size="large" autoFocus isBusy={isPending} onClick={start}>
        {t('sinceStart')}
      </Button>
    </div>
  )
}

/** Stops the search; its answers stay. */
export function StopTestBisection(asked: { storeId: string; testId: string; bisectionId: string }) {
  const t = useTranslations('MemoryTests')
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button
        isBusy={isPending}
        onClick={() =>
          startTransition(async () =>
            setWhy(whyNot(await stopTestBisectionAction(asked).catch(noAnswer))),
          )
        }
      >
        <Square size={13} aria-hidden /> {t('stop')}
      </Button>
    </>
  )
}
