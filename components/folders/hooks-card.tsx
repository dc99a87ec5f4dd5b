'use client'

import { CircleCheck, Gauge, TriangleAlert } from 'lucide-react'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import type { ActionResult } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/notice'
import { plainName } from '@/lib/text/plain-text'
import { changeHooksAction, planHooksAction, type ShownHooksPlan } from './hooks-actions'

export interface HooksCardProps {
  state: 'none' | 'installed' | 'unknown form'
}

type Act = 'add' | 'remove'

function sentenceOf({ act, plan }: { act: Act; plan: ShownHooksPlan }) {
  if (act === 'add') return 'hooksWritten'
  return plan.isFileGone ? 'hooksFileGoes' : 'hooksTakenOut'
}

/** Adds and removes Claude Code's hooks: what is written, and into which file, is seen first. */
export function HooksCard({ state }: HooksCardProps) {
  const t = useTranslations('Folders')
  const app = useTranslations('App')
  const noAnswer = useNoAnswer()
  const [asked, setAsked] = useState<{ act: Act; plan: ShownHooksPlan } | null>(null)
  const [done, setDone] = useState<Act | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, start] = useTransition()
  const isThere = state === 'installed'
  const Icon = isThere ? CircleCheck : state === 'none' ? Gauge : TriangleAlert
  const run = <Value,>(work: () => Promise<ActionResult<Value>>, then: (value: Value) => void) =>
    start(async () => {
      const outcome = await work().catch(noAnswer)
      setWhy(outcome.isDone ? null : outcome.why)
      if (outcome.isDone) then(outcome.value)
    })
  const ask = (act: Act) =>
    run(
      () => planHooksAction(act),
      (plan) => setAsked({ act, plan }),
    )
  const change = (act: Act, { before }: ShownHooksPlan) =>
    run(
      () => changeHooksAction({ act, before }),
      () => {
        setAsked(null)
        setDone(act)
      },
    )
  return (
    <section aria-label={t('hooks')}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Icon size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-medium">{isThere ? t('hooksThere') : t('hooksTitle')}</h3>
          <p className="text-xs text-ink-2">
            {t(isThere ? 'hooksThereAbout' : state === 'none' ? 'hooksAbout' : 'hooksUnknown')}
          </p>
        </div>
        {state === 'unknown form' ? null : (
          <Button
            size="small"
            variant={isThere ? 'quiet' : undefined}
            isBusy={isPending && asked === null}
            onClick={() => ask(isThere ? 'remove' : 'add')}
          >
            {t(isThere ? 'hooksRemove' : 'hooksAdd')}
          </Button>
        )}
      </div>
      <p role="status" className="mt-1 pl-[27px] text-xs text-ink-2 empty:hidden">
        {done === null ? null : (
          <>
            {t(done === 'add' ? 'hooksAdded' : 'hooksRemoved')}{' '}
            <Button
              size="small"
              variant="quiet"
              onClick={() => ask(done === 'add' ? 'remove' : 'add')}
            >
              {t('hooksUndo')}
            </Button>
          </>
        )}
      </p>
      {why !== null && asked === null ? <ErrorNotice>{why}</ErrorNotice> : null}
      <Dialog
        title={t(asked?.act === 'remove' ? 'hooksAskRemove' : 'hooksAskAdd')}
        description={
          asked === null ? '' : t(sentenceOf(asked), { file: plainName(asked.plan.file) })
        }
        isOpen={asked !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setAsked(null)
        }}
      >
        {asked === null ? null : (
          <div className="space-y-3">
            <pre
              tabIndex={0}
              className="max-h-80 overflow-auto wrap-anywhere whitespace-pre-wrap rounded-card border border-line bg-well p-3 font-mono text-code"
            >
              {asked.plan.fragment}
            </pre>
            {asked.plan.replaced.map((address) => (
              <p key={address} className="text-xs text-ink-2">
                {t('hooksReplaced', { address: plainName(address) })}
              </p>
            ))}
            {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
            <div className="flex justify-end gap-2">
              <Button onClick={() => setAsked(null)}>{app('cancel')}</Button>
              <Button
                variant="primary"
                disabled={asked.plan.isDone}
                isBusy={isPending}
                onClick={() => change(asked.act, asked.plan)}
              >
                {t(asked.act === 'add' ? 'hooksWrite' : 'hooksTake')}
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </section>
  )
}
