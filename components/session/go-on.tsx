'use client'

import { useAct } from '@/components/act/use-act'
import { Button } from '@/components/ui/button'
import { WhyNot } from '@/components/ui/notice'
import { goOn } from './actions'

/** Has an agent go on after a fault, a stop or a cut. */
export function GoOn({ sessionId, words }: { sessionId: string; words: string }) {
  const { run, isBusy, why } = useAct(goOn)
  return (
    <span>
      <Button size="small" isBusy={isBusy} onClick={() => void run({ sessionId })}>
        {words}
      </Button>
      <WhyNot why={why} />
    </span>
  )
}
