'use client'

import { Play } from 'lucide-react'
import { useState, useTransition } from 'react'
import { type ActionResult, whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useLetterKey } from '@/components/ui/use-letter-key'

/** Begins something that costs as its label says, by its key too. */
export function PricedStep({
  begin,
  letter,
  label,
}: {
  begin: () => Promise<ActionResult<unknown>>
  letter: string
  /** with its price */
  label: string
}) {
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const press = () => {
    if (isPending) return
    startTransition(async () => setWhy(whyNot(await begin().catch(noAnswer))))
  }
  useLetterKey(letter, press)
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button size="priced" aria-keyshortcuts={letter} isBusy={isPending} onClick={press}>
        <Play size={13} aria-hidden className="shrink-0" /> {label}
        <span aria-hidden className="max-lg:hidden">
          <Kbd>{letter.toUpperCase()}</Kbd>
        </span>
      </Button>
    </>
  )
}
