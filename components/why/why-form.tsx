'use client'

import { Check as Tick, CircleDashed, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { CHECK_KINDS, wordsOf } from '@/components/checks/check-draft'
import { CheckField } from '@/components/checks/check-field'
import { newTestAddress } from '@/components/memory-tests/new-test-address'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import { sendByKeys } from '@/components/ui/send-by-keys'
import type { Check } from '@/lib/replay/model/check'
import { foldedWords } from '@/lib/text/folded-words'
import { priceWords } from './price-words'
import { usePriceTexts } from './use-price-texts'
import { startCauseAction } from './why-actions'

export interface WhyFormProps {
  sessionId: string
  eventId: string
  /** what the agent said in the turn */
  said: string
  /** the names of the tools that it called in the turn */
  called: readonly string[]
  /** what the agent was asked */
  question: string
  /** the stores that it had */
  stores: readonly { storeId: string; label: string }[]
  /** what it is asked about at first */
  check: Check
  /** who is asked again, and judges its own answers if a model is to */
  model: string
  requestsPerAnswer: number
  tokensPerAnswer: number
  /** tokens that a model which judges an answer takes for it */
  tokensPerVerdict: number
  /** US dollars; null: no price is set */
  usdPerAnswer: number | null
  /** the same of an answer that a model judges, by the models that may: without a price, null */
  usdPerJudgedAnswer: Readonly<Record<string, number | null>>
  /** how many answers one may stop at, and which of them is chosen at first */
  budgets: readonly number[]
  likelyBudget: number
  /** the answers of a usual search */
  usualAnswers: number
  /** whether the practice agent answers, which costs nothing */
  isFree: boolean
  /** the models whose judging costs nothing, either */
  freeJudges: readonly string[]
}

/** What to look for in the answer, what it costs, and the start of the search. */
export function WhyForm(props: WhyFormProps) {
  const t = useTranslations('Why')
  const texts = usePriceTexts()
  const router = useRouter()
  const tRefused = useTranslations('WhyRefused')
  const [check, setCheck] = useState<Check>(props.check)
  const [answers, setAnswers] = useState(props.likelyBudget)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const isEmpty = check.type !== 'person' && wordsOf(check).trim() === ''
  const isHolding = isEmpty ? false : heldNow(check, props)
  const judging = check.type === 'judged' ? 1 : 0
  const isFree = check.type === 'judged' ? props.freeJudges.includes(check.model) : props.isFree
  const start = () => {
    if (isHolding === false || isPending) return
    const { sessionId, eventId, requestsPerAnswer } = props
    startTransition(async () => {
      const maxRequests = answers * (requestsPerAnswer + judging)
      const outcome = await startCauseAction({ sessionId, eventId, check, maxRequests })
      if (!outcome.isDone) setWhy(whyNot(outcome))
      else if (outcome.value.href === null) setWhy(tRefused(outcome.value.refused))
      else router.push(outcome.value.href)
    })
  }
  const price = (count: number) => {
    const tokens = count * (props.tokensPerAnswer + judging * props.tokensPerVerdict)
    const each =
      check.type === 'judged' ? (props.usdPerJudgedAnswer[check.model] ?? null) : props.usdPerAnswer
    const usd = each === null ? null : count * each
    return priceWords(texts, { tokens, isFree, usd })
  }
  return (
    <form
      className="space-y-6"
      onKeyDown={sendByKeys}
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div>
        <p aria-hidden className="mb-1 font-medium">
          {t('lookFor')}
        </p>
        <CheckField
          check={check}
          model={props.model}
          kinds={KINDS}
          labels={{ kind: t('checkKind'), words: t('checkWords') }}
          onChange={setCheck}
          autoFocus
          describedBy="why-holds"
        />
        <p id="why-holds" role="status" className="mt-1.5 flex items-center gap-1.5 text-xs">
          <HoldsNow check={check} isEmpty={isEmpty} isHolding={isHolding} />
        </p>
      </div>
      <fieldset>
        <legend className="font-medium">{t('budget')}</legend>
        <div className="mt-1.5 space-y-1">
          {props.budgets.map((each) => (
            <label key={each} className="flex items-center gap-2">
              <input
                type="radio"
                name="answers"
                value={each}
                checked={answers === each}
                onChange={() => setAnswers(each)}
              />
              <span>{t('atMost', { count: each })}</span>
              {isFree ? null : <span className="text-xs text-ink-3">{price(each)}</span>}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="space-y-2">
        <p className="text-sm text-ink-2">
          {t('usually', { count: props.usualAnswers, price: price(props.usualAnswers) })}{' '}
          {t('onCopies')}
        </p>
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={isHolding === false}
          isBusy={isPending}
        >
          {t('start')} <Kbd>⌘↵</Kbd>
        </Button>
      </div>
      {check.type === 'person' || isEmpty ? null : <KeepRight {...props} check={check} />}
    </form>
  )
}

/** An answer that is as it should be is kept so, by a test of a store that it was given with. */
function KeepRight({ question, stores, check, model }: WhyFormProps) {
  const t = useTranslations('Why')
  const [only, ...others] = stores
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-4 text-sm text-ink-2">
      {t('isRight')}
      {stores.map(({ storeId, label }) => (
        <Link
          key={storeId}
          href={newTestAddress(storeId, { question, check, model })}
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          {only && others.length === 0 ? t('keepRight') : t('keepRightIn', { store: label })}
        </Link>
      ))}
    </p>
  )
}

const KINDS: readonly Check['type'][] = [...CHECK_KINDS, 'person']

/** What is said of the checks of which the form does not know whether they hold. */
const KNOWN_LATER = { matches: 'atStart', judged: 'asked', person: 'youAreAsked' } as const

/** Whether a check holds in the answer as it was; null: only the server can tell, a model or a person. */
function heldNow(check: Check, { said, called }: WhyFormProps): boolean | null {
  switch (check.type) {
    case 'contains':
      return foldedWords(said).includes(foldedWords(check.text))
    case 'lacks':
      return !foldedWords(said).includes(foldedWords(check.text))
    case 'calls':
      return called.includes(check.name)
    case 'matches':
    case 'judged':
    case 'person':
      return null
  }
}

function HoldsNow({
  check: { type },
  isEmpty,
  isHolding,
}: {
  check: Check
  isEmpty: boolean
  isHolding: boolean | null
}) {
  const t = useTranslations('Why')
  const tCheck = useTranslations('Check')
  if (isEmpty) {
    return (
      <>
        <X size={13} aria-hidden className="text-ink-3" />
        <span className="text-ink-2">{t('empty')}</span>
      </>
    )
  }
  if (type === 'matches' || type === 'judged' || type === 'person') {
    return (
      <>
        <CircleDashed size={13} aria-hidden className="text-ink-3" />
        <span className="text-ink-2">{t(KNOWN_LATER[type])}</span>
      </>
    )
  }
  const words = {
    contains: ['holds', 'holdsNot'],
    lacks: ['lacks', 'lacksNot'],
    calls: ['calls', 'callsNot'],
  } as const
  const [held, heldNot] = words[type]
  return isHolding === true ? (
    <>
      <Tick size={13} aria-hidden className="text-added" />
      <span className="text-added">{t(held)}</span>
      {type === 'calls' ? null : <span className="text-ink-3">{tCheck('folded')}</span>}
    </>
  ) : (
    <>
      <X size={13} aria-hidden className="text-ink-3" />
      <span className="text-ink-2">{t(heldNot)}</span>
    </>
  )
}
