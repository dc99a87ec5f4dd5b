'use client'

import { Play } from 'lucide-react'
import { useState, useTransition } from 'react'
import { whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { goOnAction } from './why-actions'

/**
 * Goes on with work that ended undecided, by its key too. `seen`: the requests that it had asked for by
 * then; `label`: with its price.
 */
export function GoOn({ replayId, seen, label }: { replayId: string; seen: number; label: string }) {
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const goOn = () => {
    if (isPending) return
    startTransition(async () =>
      setWhy(whyNot(await goOnAction({ id: replayId, seen }).catch(noAnswer))),
    )
  }
  useLetterKey('m', goOn)
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button size="priced" aria-keyshortcuts="m" isBusy={isPending} onClick={goOn}>
        <Play size={13} aria-hidden className="shrink-0" /> {label}
        <span aria-hidden className="max-lg:hidden">
          <Kbd>M</Kbd>
        </span>
      </Button>
    </>
  )
}
