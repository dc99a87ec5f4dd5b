'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { endExceptionAction } from './actions'

/** Ends an exception before its date. What it covered is listed again with the next look. */
export function EndException({ storeId, exceptionId }: { storeId: string; exceptionId: string }) {
  const t = useTranslations('Finding')
  const noAnswer = useNoAnswer()
  const [state, setState] = useState<{ isEnded: boolean; why: string | null }>({
    isEnded: false,
    why: null,
  })
  const [isPending, startTransition] = useTransition()
  const end = () =>
    startTransition(async () => {
      const outcome = await endExceptionAction({ storeId, exceptionId }).catch(noAnswer)
      setState({ isEnded: outcome.isDone, why: outcome.isDone ? null : outcome.why })
    })
  return (
    <span className="flex items-center gap-2">
      {state.isEnded ? null : (
        <Button size="small" isBusy={isPending} onClick={end}>
          {t('endNow')}
        </Button>
      )}
      <span role="status" className="text-xs text-ink-2">
        {state.isEnded ? t('ended') : null}
      </span>
      {state.why === null ? null : <ErrorNotice>{state.why}</ErrorNotice>}
    </span>
  )
}
