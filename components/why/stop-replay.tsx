'use client'

import { Square } from 'lucide-react'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { stopReplayAction } from './why-actions'

/** Stops work on a turn, once a person has said so; Escape asks, too. What it knows stays. */
export function StopReplay({ replayId }: { replayId: string }) {
  const t = useTranslations('Why')
  const app = useTranslations('App')
  const noAnswer = useNoAnswer()
  const [isOpen, setOpen] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const stop = () =>
    startTransition(async () => {
      const outcome = await stopReplayAction(replayId).catch(noAnswer)
      if (outcome.isDone) setOpen(false)
      else setWhy(whyNot(outcome))
    })
  useLetterKey('Escape', () => setOpen(true))
  return (
    <>
      <Button aria-keyshortcuts="Escape" onClick={() => setOpen(true)}>
        <Square size={13} aria-hidden /> {t('stop')} <Kbd>Esc</Kbd>
      </Button>
      <Dialog
        title={t('stopTitle')}
        description={t('stopWhat')}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>{app('cancel')}</Button>
          <Button variant="primary" autoFocus isBusy={isPending} onClick={stop}>
            {t('stopNow')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
