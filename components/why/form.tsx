'use client'

import { Check, CircleSlash } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { oneAtATime } from '@/components/act/ask'
import { useAct } from '@/components/act/use-act'
import { Scrolled } from '@/components/frame/page'
import { useKey } from '@/components/keys/use-key'
import { ActBar } from '@/components/ui/act-bar'
import { Button } from '@/components/ui/button'
import { Checkbox, Field } from '@/components/ui/field'
import { useHanded } from '@/components/ui/handed'
import { WhyNot } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import type { Check as Sought } from '@/lib/why/check'
import type { Price } from '@/lib/why/price'
import { holdsHere, start } from './actions'
import { CheckFields } from './check-fields'
import { usdWords } from './words'

export interface WhyFormProps {
  sessionId: string
  eventId: string
  /** the sentence that is asked about unless words were selected */
  proposed: string
  /** of a search with the budget that is offered first */
  price: Price
  model: string
  /** the least answers that a search can end with */
  least: number
  children: ReactNode
}

const OFFERED = [100, 200, 300] as const

/** What is looked for in the answer, and how much may be asked for it. */
export function WhyForm(props: WhyFormProps) {
  const { sessionId, eventId, proposed, price, model, least, children } = props
  const t = useTranslations('Why')
  const format = useFormatter()
  const router = useRouter()
  const selected = useHanded('why')
  const [check, setCheck] = useState<Sought>({ type: 'contains', text: selected ?? proposed })
  const [budget, setBudget] = useState(200)
  const [withLines, setWithLines] = useState(true)
  const { run, isBusy, why } = useAct(start, { to: (id) => `/sessions/${sessionId}/why/${id}` })
  const holds = useHolds({ sessionId, eventId, check })
  const begin = () => {
    if (!isBusy) void run({ sessionId, eventId, check, budget, withLines })
  }
  useKey('mod+enter', t('start'), begin, { inForms: true, bar: true })
  useKey('escape', t('back'), () => router.push(`/sessions/${sessionId}`), { bar: true })
  const moneyOf = (usd: number | null) => ({
    free: usd === 0 ? 'yes' : usd === null ? 'no' : 'paid',
    usd: usdWords(format, t, usd),
  })
  const each = price.usd === null ? null : price.usd / Math.max(1, price.answers)
  const likely = Math.min(budget, price.answers - (withLines ? 0 : 30))
  return (
    <>
      <Scrolled label={t('title')}>
        <div className="grid gap-4 px-6 py-5 max-md:px-4">
          <header>
            <h2 className="text-[22px] leading-7 font-semibold">{t('which')}</h2>
            <p className="text-ink-2">{t('how')}</p>
          </header>
          <fieldset className="grid max-w-2xl gap-2">
            <legend className="mb-1 font-medium">{t('saysSoIf')}</legend>
            <CheckFields check={check} onChange={setCheck} model={model} />
            {check.type === 'judged' ? null : (
              <p role="status" className="flex h-5 items-center gap-1.5 text-xs">
                {holds === null ? null : (
                  <span className={`contents ${holds ? 'text-added' : 'text-caution'}`}>
                    {holds ? (
                      <Check size={14} aria-hidden />
                    ) : (
                      <CircleSlash size={14} aria-hidden />
                    )}
                    <span>{t(holds ? 'holdsHere' : 'holdsNot')}</span>
                  </span>
                )}
              </p>
            )}
          </fieldset>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{t('atMost')}</span>
              <SegmentedChoice
                name="budget"
                legend={t('atMost')}
                choices={OFFERED.map((count) => ({ value: String(count), label: count }))}
                value={OFFERED.some((count) => count === budget) ? String(budget) : null}
                onChoose={(value) => setBudget(Number(value))}
              />
              <div className="w-20">
                <Field
                  label={t('answersTyped')}
                  isLabelHidden
                  inputMode="numeric"
                  min={least}
                  value={String(budget)}
                  onChange={({ target }) => setBudget(Number(target.value.replaceAll(/\D/g, '')))}
                />
              </div>
              <span className="text-ink-2">{t('answers')}</span>
            </div>
            <Checkbox isTicked={withLines} onTick={setWithLines}>
              {t('withLines')}
            </Checkbox>
          </div>
          <WhyNot why={why} />
        </div>
        {children}
      </Scrolled>
      <ActBar
        says={t('price', { ...moneyOf(each === null ? null : each * likely), count: likely })}
        about={t('priceMost', {
          ...moneyOf(each === null ? null : each * budget),
          most: budget,
          requests: price.requests,
          tokens: price.tokens.input + price.tokens.output,
        })}
        primary={
          <Button variant="primary" stroke="mod+enter" isBusy={isBusy} onClick={begin}>
            {t('start')}
          </Button>
        }
      />
    </>
  )
}

const QUIET_MS = 300

/** Whether the check holds in the answer as it was given; null: not known. */
function useHolds(of: { sessionId: string; eventId: string; check: Sought }): boolean | null {
  const [holds, setHolds] = useState<{ of: string; held: boolean | null } | null>(null)
  const asked = JSON.stringify(of)
  // What is sent after them waits for all of them.
  const [one] = useState(oneAtATime)
  useEffect(() => {
    const look = async () => {
      const result = await holdsHere(JSON.parse(asked) as typeof of).catch(() => null)
      setHolds({ of: asked, held: result?.ok ? result.value : null })
    }
    const timer = setTimeout(() => one(look), QUIET_MS)
    return () => clearTimeout(timer)
  }, [asked, one])
  return holds?.of === asked ? holds.held : null
}
