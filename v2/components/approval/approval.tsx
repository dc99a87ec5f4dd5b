'use client'

import { Ban, Check, PenLine } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import type { ShownWrite } from '@/components/session/changes'
import { Button } from '@/components/ui/button'
import { AskedOnce } from '@/components/ui/dialog'
import { Notice, WhyNot } from '@/components/ui/notice'
import { Moment } from '@/components/ui/time'
import { decideCall } from './actions'
import { AnswerButton } from './answer-button'
import { focusNextCall, useCurrentCall } from './current-call'
import type * as Written from './written-answer'

export interface ApprovalProps {
  sessionId: string
  callId: string
  /** as it is shown above; undefined: it is on its way, and cannot be allowed before */
  write: ShownWrite | undefined
  /** something else would land by now: what is shown is to be read anew */
  onStale: () => void
  onDecided: () => void
}

type Answer = { result: 'allow' | 'deny' } & Partial<
  Omit<Parameters<typeof decideCall>[0], 'sessionId' | 'callId' | 'sha256' | 'result'>
>

/** Refusals of a write that is not what the person saw. */
const OTHER_BY_NOW: ReadonlySet<string> = new Set(['held_changed', 'held_not_possible'])

/** Allow, edit or deny a write that waits: by button, and by key while it is the current one. */
export function Approval({ sessionId, callId, write, ...on }: ApprovalProps) {
  const t = useTranslations('Approval')
  const root = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<'deny' | 'edit' | 'all' | null>(null)
  const isCurrent = useCurrentCall(callId)
  const deciding = useAct(decideCall)

  const decide = async (answer: Answer) => {
    const card = root.current?.closest<HTMLElement>('[data-call]')
    if (deciding.isBusy || !card) return
    const seen = { sessionId, callId, sha256: write?.sha256 ?? '' }
    const rest = { message: null, content: null, isForSession: false, ...answer }
    const result = await deciding.run({ ...seen, ...rest })
    if (asked === 'all') setAsked(null)
    if (!result.ok && OTHER_BY_NOW.has(result.code)) on.onStale()
    if (!result.ok) return
    on.onDecided()
    // Once a dialog has given the focus back.
    requestAnimationFrame(() => focusNextCall(card))
  }
  const back = () => {
    setAsked(null)
    root.current?.closest<HTMLElement>('[data-call]')?.focus()
  }
  const text = write?.text ?? null
  const [canAllow, canEdit] = [write?.isPossible === true, text !== null]
  const isAtRest = isCurrent && asked === null && !deciding.isBusy
  const key = { bar: true, when: isAtRest }
  useKey('a', t('allow'), () => void decide({ result: 'allow' }), {
    ...key,
    when: isAtRest && canAllow,
  })
  useKey('e', t('edit'), () => setAsked('edit'), { ...key, when: isAtRest && canEdit })
  useKey('r', t('deny'), () => setAsked('deny'), { ...key, when: isAtRest && write !== undefined })
  useKey('shift+a', t('allowAll'), () => setAsked('all'), { when: isAtRest && canAllow })

  // It comes right after the page, and is there at once when somebody wants it.
  const [forms, setForms] = useState<typeof Written | null>(null)
  useEffect(() => void import('./written-answer').then(setForms), [])
  useEffect(() => {
    // What was asked for may begin below what is in sight.
    if (asked !== null) root.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])

  const answers = { isBusy: deciding.isBusy, hasKeys: isCurrent }
  return (
    <div ref={root} className="border-t border-line px-3 py-2.5">
      {write && !write.isPossible ? (
        <div className="mb-2.5">
          <Notice tone="caution">{t(canEdit ? 'notPossible' : 'onlyDeny')}</Notice>
        </div>
      ) : null}
      {asked === 'edit' && write && text !== null ? (
        forms && (
          <forms.EditWrite
            text={text}
            limit={write.limit}
            isBusy={deciding.isBusy}
            onAnswer={(content) => void decide({ result: 'allow', content })}
            onBack={back}
          />
        )
      ) : asked === 'deny' ? (
        forms && (
          <forms.DenyForm
            isBusy={deciding.isBusy}
            onAnswer={(message) => void decide({ result: 'deny', message })}
            onBack={back}
          />
        )
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <AnswerButton
            {...answers}
            variant={isCurrent ? 'primary' : 'secondary'}
            stroke="a"
            disabled={!canAllow}
            onClick={() => void decide({ result: 'allow' })}
          >
            <Check size={14} aria-hidden /> {t('allow')}
          </AnswerButton>
          {canEdit ? (
            <AnswerButton {...answers} stroke="e" onClick={() => setAsked('edit')}>
              <PenLine size={14} aria-hidden /> {t('edit')}
            </AnswerButton>
          ) : null}
          <AnswerButton {...answers} stroke="r" onClick={() => setAsked('deny')}>
            <Ban size={14} aria-hidden /> {t('denyWith')}
          </AnswerButton>
          <Button
            variant="quiet"
            disabled={!canAllow}
            isBusy={deciding.isBusy}
            onClick={() => setAsked('all')}
            className="ml-auto max-md:ml-0 max-md:h-11 max-md:basis-full"
          >
            {t('allowAll')}
          </Button>
        </div>
      )}
      {write?.lapsesAt ? (
        <p className="mt-2 text-xs text-ink-3">
          {t.rich('lapses', { time: () => <Moment time={new Date(write.lapsesAt ?? 0)} /> })}
        </p>
      ) : null}
      <WhyNot why={asked === 'all' ? null : deciding.why} />
      <AskedOnce
        isOpen={asked === 'all'}
        title={t('allTitle')}
        description={t('allAbout')}
        act={t('allowAll')}
        variant="primary"
        by={deciding}
        onAct={() => void decide({ result: 'allow', isForSession: true })}
        onClose={() => setAsked(null)}
      />
    </div>
  )
}
