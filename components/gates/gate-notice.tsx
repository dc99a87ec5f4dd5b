'use client'

import { useQuery } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useTransition,
} from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { VisibleLabel } from '@/components/content/visible-label'
import { useLivePage } from '@/components/live/use-live-page'
import { VERDICT_LOOKS } from '@/components/memory-tests/verdict-looks'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import { priceWords } from '@/components/why/price-words'
import { usePriceTexts } from '@/components/why/use-price-texts'
import {
  type GateCheck,
  type GatePrice,
  gatesAgainst,
  gatesUnderWay,
  gatesUnknown,
  type GateResult,
} from '@/lib/memory-tests/model/gate'
import { stopGatesAction } from './actions'
import { gateNewsQuery } from './queries'
import type { Gates, GateHold } from './use-gates'

/** The gates before an act: what they cost before they are asked, how they stand, and the ways on. */
export function GateNotice({ gates: { hold, putAside } }: { gates: Gates }) {
  if (hold === null) return null
  return <Holding key={hold.check.state} hold={hold} onBack={putAside} />
}

function Holding({ hold, onBack }: { hold: GateHold; onBack: () => void }) {
  const t = useTranslations('Gate')
  const { act, again } = hold
  const check = useFollowed(hold.check)
  const priceId = useId()
  const section = useRef<HTMLElement>(null)
  const { price } = check
  const underWay = gatesUnderWay(check)
  const against = gatesAgainst(check)
  const unknown = gatesUnknown(check)
  useFocusIfLost(section, underWay.length > 0)
  const isAllPassed = check.gates.every(({ status }) => status === 'passed')
  useOnceTold(underWay.length === 0 && isAllPassed, () => again({}))
  const isToAsk = underWay.length === 0 && !isAllPassed
  const asked = check.gates.filter(({ status }) => status !== 'passed')
  const although = asked.flatMap(({ runId }) => runId ?? [])
  const isOverruling = isToAsk && although.length === asked.length
  const untold = check.gates.filter(({ status }) => status === 'not_asked' || status === 'not_run')
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('title')}
      className="space-y-2 border-b border-line bg-well px-4 py-3"
    >
      <p role="status" className="font-semibold">
        {headline(t, check)}
      </p>
      <ul className="space-y-1">
        {check.gates.map((gate) => (
          <li key={gate.testId} className="flex flex-wrap items-baseline gap-x-2">
            <GateMark gate={gate} />
            <Link href={`/stores/${check.storeId}/tests?test=${gate.testId}`} className="min-w-0">
              <VisibleLabel text={gate.name} />
            </Link>
            <span className="text-ink-3 tabular-nums">{standing(t, gate)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        {underWay.length > 0 ? <StopGates gates={underWay} /> : null}
        {isToAsk && untold.length > 0 ? (
          <>
            <Button
              variant="primary"
              aria-describedby={price === null ? undefined : priceId}
              onClick={() => again({ isAsking: true })}
            >
              {t(unknown.length > 0 ? 'askAgain' : 'ask', { count: untold.length })}
            </Button>
            {price === null ? null : <AskingPrice id={priceId} price={price} />}
          </>
        ) : null}
        {isOverruling ? (
          <Button onClick={() => again({ although })}>
            {t(`although_${act}`, { failing: against.length, unknown: unknown.length })}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
      {underWay.length > 0 ? <p className="text-ink-2">{t(`then_${act}`)}</p> : null}
    </section>
  )
}

type Words = ReturnType<typeof useTranslations<'Gate'>>

function headline(t: Words, check: GateCheck): string {
  const underWay = gatesUnderWay(check).length
  if (underWay > 0) return t('asking', { count: underWay })
  const against = gatesAgainst(check).length
  if (against > 0) return t('fail', { count: against })
  const unknown = gatesUnknown(check).length
  if (unknown > 0) return t('unknown', { count: unknown })
  const toAsk = check.gates.filter(({ status }) => status === 'not_asked').length
  return toAsk > 0 ? t('toAsk', { count: toAsk }) : t('passed')
}

function standing(t: Words, { status, held, of, notRunFor }: GateResult): string {
  if (notRunFor !== null) return t(`notRun_${notRunFor}`)
  return of > 0 ? t('heldOf', { held, of }) : t(`status_${status}`)
}

/** What asking costs, said before anything is asked. */
function AskingPrice({ id, price: { usage, isFree } }: { id: string; price: GatePrice }) {
  const texts = usePriceTexts()
  const tokens = usage.inputTokens + usage.outputTokens
  return (
    <span id={id} className="text-ink-3">
      {priceWords(texts, { tokens, isFree, usd: usage.usd })}
    </span>
  )
}

function GateMark({ gate: { status } }: { gate: GateResult }) {
  const t = useTranslations('Gate')
  const { Icon, look } = VERDICT_LOOKS[status]
  // What gave no answer holds.
  const tone = status === 'not_run' ? 'text-caution' : look
  return (
    <span className={classNames('inline-flex translate-y-0.5', tone)}>
      <Icon size={14} strokeWidth={2.25} aria-hidden />
      <span className="sr-only">{t(`status_${status}`)}</span>
    </span>
  )
}

function StopGates({ gates }: { gates: readonly GateResult[] }) {
  const t = useTranslations('Gate')
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const stop = () =>
    startTransition(async () => {
      const runIds = gates.flatMap(({ runId }) => runId ?? [])
      setWhy(whyNot(await stopGatesAction({ runIds }).catch(noAnswer)))
    })
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button isBusy={isPending} onClick={stop}>
        <Square size={13} aria-hidden /> {t('stop')}
      </Button>
    </>
  )
}

/** The check as it stands now: read again whenever the server says that something changed. */
function useFollowed(check: GateCheck): GateCheck {
  const { data, refetch } = useQuery(gateNewsQuery(check))
  useLivePage('/changes', () => void refetch())
  return { ...check, gates: data.gates }
}

/** Takes the focus that a button had which another took the place of. */
function useFocusIfLost(section: RefObject<HTMLElement | null>, isUnderWay: boolean): void {
  useEffect(() => {
    if (isUnderWay && document.activeElement === document.body) section.current?.focus()
  }, [section, isUnderWay])
}

/** Goes on by itself, once, when the last gate has passed while somebody waited for it. */
function useOnceTold(isTold: boolean, goOn: () => void): void {
  const act = useEffectEvent(goOn)
  useEffect(() => {
    if (isTold) act()
  }, [isTold])
}
