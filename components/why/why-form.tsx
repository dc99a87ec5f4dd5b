'use client'

import { Check, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { sendByKeys } from '@/components/ui/send-by-keys'
import { foldedWords } from '@/lib/text/folded-words'
import { startCauseAction } from './why-actions'

export interface WhyFormProps {
  sessionId: string
  eventId: string
  /** what the agent said in the turn */
  said: string
  /** what it is asked about at first */
  text: string
  requestsPerAnswer: number
  tokensPerAnswer: number
  /** whether the practice agent answers, which costs nothing */
  isFree: boolean
}

/** Answers of a search with one cause, with two in 95 of 100, and the budgets beside (why-search.md). */
const USUAL = 45
const BUDGETS = [80, 120, 240]
const DEFAULT_BUDGET = 120

/** What to look for in the answer, what it costs, and the start of the search. */
export function WhyForm(props: WhyFormProps) {
  const t = useTranslations('Why')
  const format = useFormatter()
  const router = useRouter()
  const [text, setText] = useState(props.text)
  const [answers, setAnswers] = useState(DEFAULT_BUDGET)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const isSaid = text.trim() !== '' && foldedWords(props.said).includes(foldedWords(text))
  const start = () => {
    if (!isSaid || isPending) return
    const { sessionId, eventId, requestsPerAnswer } = props
    startTransition(async () => {
      const maxRequests = answers * requestsPerAnswer
      const outcome = await startCauseAction({ sessionId, eventId, text, maxRequests })
      if (!outcome.isDone) setWhy(whyNot(outcome))
      else if (outcome.value.href === null) setWhy(t(`refused_${outcome.value.refused}`))
      else router.push(outcome.value.href)
    })
  }
  const price = (count: number) =>
    props.isFree ? t('free') : t('tokens', { tokens: format.number(count * props.tokensPerAnswer) })
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
        <Field
          id="why-text"
          label={t('lookFor')}
          value={text}
          autoFocus
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          aria-describedby="why-holds"
        />
        <p id="why-holds" role="status" className="mt-1.5 flex items-center gap-1.5 text-xs">
          {isSaid ? (
            <>
              <Check size={13} aria-hidden className="text-added" />
              <span className="text-added">{t('holds')}</span>
              <span className="text-ink-3">{t('folded')}</span>
            </>
          ) : (
            <>
              <X size={13} aria-hidden className="text-ink-3" />
              <span className="text-ink-2">{t(text.trim() === '' ? 'empty' : 'holdsNot')}</span>
            </>
          )}
        </p>
      </div>
      <fieldset>
        <legend className="font-medium">{t('budget')}</legend>
        <div className="mt-1.5 space-y-1">
          {BUDGETS.map((each) => (
            <label key={each} className="flex items-baseline gap-2">
              <input
                type="radio"
                name="answers"
                value={each}
                checked={answers === each}
                onChange={() => setAnswers(each)}
              />
              <span>{t('atMost', { count: each })}</span>
              <span className="text-xs text-ink-3">{price(each)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="space-y-2">
        <p className="text-sm text-ink-2">
          {t('usually', { count: USUAL, price: price(USUAL) })} {t('onCopies')}
        </p>
        <Button type="submit" variant="primary" size="large" disabled={!isSaid} isBusy={isPending}>
          {t('start')} <Kbd>⌘↵</Kbd>
        </Button>
      </div>
    </form>
  )
}
