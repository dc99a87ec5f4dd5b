'use client'

import { Square } from 'lucide-react'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { stopReplayAction } from './why-actions'

/** Stops work on a turn; what it knows stays. */
export function StopReplay({ replayId }: { replayId: string }) {
  const t = useTranslations('Why')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button
        isBusy={isPending}
        onClick={() =>
          startTransition(async () => setWhy(whyNot(await stopReplayAction(replayId))))
        }
      >
        <Square size={13} aria-hidden /> {t(isPending ? 'stopping' : 'stop')}
      </Button>
    </>
  )
}
