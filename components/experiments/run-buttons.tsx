'use client'

import { Play, Square, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { type ActionResult, whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { deleteExperimentAction, runExperimentAction, stopExperimentAction } from './actions'

interface OfExperiment {
  storeId: string
  experimentId: string
}

/** Runs an experiment again; `price`: what that is likely to cost, in words. */
export function RunAgain({ price, ...asked }: OfExperiment & { price: string }) {
  const t = useTranslations('Experiments')
  const { why, isPending, act } = useAct(() => runExperimentAction(asked))
  useLetterKey('t', act)
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button size="priced" isBusy={isPending} onClick={act} aria-keyshortcuts="t">
        <Play size={14} aria-hidden className="shrink-0" /> {t('runAgain')}
        <span className="text-ink-3">{price}</span>
        <span aria-hidden className="max-lg:hidden">
          <Kbd>T</Kbd>
        </span>
      </Button>
    </>
  )
}

/** Stops the run that is under way; what was answered stays. */
export function StopExperiment(asked: OfExperiment) {
  const t = useTranslations('Experiments')
  const { why, isPending, act } = useAct(() => stopExperimentAction(asked))
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button isBusy={isPending} onClick={act}>
        <Square size={13} aria-hidden /> {t('stop')}
      </Button>
    </>
  )
}

/** Deletes an experiment with its runs, once a person has said so. */
export function DeleteExperiment(asked: OfExperiment) {
  const t = useTranslations('Experiments')
  const app = useTranslations('App')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const { why, isPending, act } = useAct(async () => {
    const outcome = await deleteExperimentAction(asked)
    if (outcome.isDone) router.push(`/stores/${asked.storeId}/experiments`)
    return outcome
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
          <Button variant="danger" isBusy={isPending} onClick={act}>
            {t('deleteNow')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function useAct(work: () => Promise<ActionResult<unknown>>) {
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const act = () => {
    if (isPending) return
    startTransition(async () => setWhy(whyNot(await work().catch(noAnswer))))
  }
  return { why, isPending, act }
}
