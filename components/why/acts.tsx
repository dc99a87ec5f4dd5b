'use client'

import { FlaskConical, MessageSquarePlus, Square, Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { useRows } from '@/components/keys/use-rows'
import { addressOf } from '@/components/plan/address'
import { ActBar } from '@/components/ui/act-bar'
import { type About, RequestForm } from '@/components/requests/form'
import { Button } from '@/components/ui/button'
import { AskedOnce } from '@/components/ui/dialog'
import { hand } from '@/components/ui/handed'
import { WhyNot } from '@/components/ui/notice'
import type { LinesRef } from '@/lib/store/plan/plan'
import type { Check } from '@/lib/why/check'
import { goOn, stop } from './actions'
import { turnedRound } from './words'

interface OfCause {
  sessionId: string
  id: string
}

/** Stops a search once that is asked for. */
export function StopCause({ sessionId, id }: OfCause) {
  const t = useTranslations('Why')
  const [isAsked, setAsked] = useState(false)
  const stopping = useAct(stop, { done: () => setAsked(false) })
  useKey('escape', t('stop'), () => setAsked(true), { when: !isAsked, bar: true })
  return (
    <>
      <Button stroke="escape" Icon={Square} onClick={() => setAsked(true)}>
        {t('stop')}
      </Button>
      <AskedOnce
        title={t('stopTitle')}
        description={t('stopAbout')}
        act={t('stopNow')}
        cancel={t('goOnAsking')}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        by={stopping}
        onAct={() => void stopping.run({ sessionId, id })}
      />
    </>
  )
}

const MORE = 100

/** Has a search that ended without a cause go on. */
export function AskFurther({ sessionId, id }: OfCause) {
  const t = useTranslations('Why')
  const { run, isBusy, why } = useAct(goOn)
  const more = () => void run({ sessionId, id, more: MORE })
  useKey('m', t('goOn', { count: MORE }), more, { bar: true })
  useRows()
  return (
    <>
      <ActBar
        says={t('goOnSays')}
        about={t('goOnAbout', { count: MORE })}
        primary={
          <Button variant="primary" stroke="m" isBusy={isBusy} onClick={more}>
            {t('goOn', { count: MORE })}
          </Button>
        }
      />
      <WhyNot why={why} />
    </>
  )
}

export interface FoundActsProps extends About {
  /** as they came */
  brought: LinesRef[]
  /** the text that undoing brings back, '' : none */
  before: string
  open: string
  check: Check
  question: string
  model: string
}

/** What puts the line right: undone in a plan, asked of an agent, kept as a test. */
export function FoundActs(props: FoundActsProps) {
  const { storeId, brought, before, open, check, question, model, ...of } = props
  const t = useTranslations('Why')
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const undo = () => router.push(addressOf(storeId, { kind: 'undo', lines: brought }))
  const keep = () => {
    hand('test', { messages: [question], checks: [turnedRound(check) ?? check], model })
    router.push(`/stores/${storeId}/tests?new`)
  }
  useKey('r', t('undo'), undo, { when: brought.length > 0, bar: true })
  useKey('t', t('keep'), keep, { bar: true })
  useKey('c', t('askAgent'), () => setAsking(true), { bar: true })
  useKey('o', t('open'), () => router.push(open), { bar: true })
  useRows()
  return (
    <>
      <ActBar
        says={before === '' ? t('undoTakes') : t('undoBrings', { text: before })}
        about={t('undoAbout')}
        secondary={
          <>
            <Button
              variant="quiet"
              stroke="c"
              Icon={MessageSquarePlus}
              onClick={() => setAsking(true)}
            >
              {t('askAgent')}
            </Button>
            <Button stroke="t" Icon={FlaskConical} onClick={keep}>
              {t('keep')}
            </Button>
          </>
        }
        primary={
          <Button variant="primary" stroke="r" Icon={Undo2} onClick={undo}>
            {t('undo')}
          </Button>
        }
      />
      <RequestForm about={isAsking ? { storeId, ...of } : null} onClose={() => setAsking(false)} />
    </>
  )
}
