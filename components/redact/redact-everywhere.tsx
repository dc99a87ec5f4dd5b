'use client'

import { Eraser } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { useHandedTexts } from '@/components/ui/handed-text'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/notice'
import { StepKeys } from '@/components/ui/step-keys'
import type { FoundElsewhere, SpellingFound } from '@/lib/store/redaction/find-text'
import {
  findElsewhereAction,
  findSpellingsAction,
  findTextAction,
  type FoundInLines,
  redactTextAction,
} from './actions'
import { FoundHits } from './found-hits'
import { kindsOf, KindList, together } from './kinds'
import { masked } from './masked'
import { OtherSpellings, type Spellings } from './other-spellings'
import { type Hold, RedactAct, type RedactChoice } from './redact-act'
import { redactionAddress } from './redact-address'
import {
  type ChosenStore,
  MIN_LENGTH,
  RedactForm,
  type RedactFormProps,
  type TextQuery,
} from './redact-form'

/** A redaction without what is looked for would leave it. */
const HOLD_OF = { looking: 'spellings', failed: 'failed' } as const

/** Hits listed at once. */
const PAGE = 100

export interface RedactEverywhereProps {
  offered: RedactFormProps['offered']
  /** the store chosen at first; null: all */
  chosen: ChosenStore | null
  /** the place in a review to come back to; null: it began elsewhere */
  review: string | null
  /** the page's foot until places are found, and with them */
  feet: { asking: ReactNode; found: ReactNode }
}

/**
 * Finds a text everywhere, shows the places by kind, and redacts it after one question. The progress
 * and the receipt have an address of their own.
 */
export function RedactEverywhere({ offered, chosen, review, feet }: RedactEverywhereProps) {
  const t = useTranslations('Redact')
  const noAnswer = useNoAnswer()
  const router = useRouter()
  const [found, setFound] = useState<{ query: TextQuery; answer: FoundInLines } | null>(null)
  // Of the text found last; what was chosen of another's would be redacted unseen.
  const [spellings, setSpellings] = useState<Spellings>('looking')
  const [chosenSpellings, setChosenSpellings] = useState<ReadonlySet<string>>(new Set())
  const [store, setStore] = useState(chosen)
  const handed = useHandedTexts('redaction')
  // The first of the handed texts that stands anywhere, once it is known.
  const [asked, setAsked] = useState(handed?.text ?? null)
  // What was handed over with the text, where it was found, and how much of it nowhere is.
  const [others, setOthers] = useState<readonly SpellingFound[]>([])
  const [absentCount, setAbsentCount] = useState(0)
  // Until it is known where they stand, a redaction would go without them.
  const [othersHold, setOthersHold] = useState<Hold | null>(null)
  // Null until it is known, too.
  const [elsewhere, setElsewhere] = useState<FoundElsewhere | null>(null)
  const latest = useRef<TextQuery | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const [isStarting, startRun] = useTransition()

  const search = (wanted: TextQuery) =>
    startTransition(async () => {
      setWhy(null)
      const { query, outcome, before, rest } = await findFirst(wanted)
      if (!outcome.isDone) return setWhy(outcome.why)
      setFound({ query, answer: outcome.value })
      if (before > 0) setAsked(query.text)
      setAbsentCount(before)
      setOpen(false)
      latest.current = query
      setSpellings('looking')
      setOthers([])
      setOthersHold(rest.length > 0 ? 'looking' : null)
      setChosenSpellings(new Set())
      setElsewhere(null)
      if (outcome.value.placeCount > 0) void searchSpellings(query)
      void searchOthers(query, rest)
      if (query.storeId !== null) void searchElsewhere(query.text, query.storeId)
    })
  /**
   * Finds a text; if it was handed over and stands nowhere, the first of those handed over with it that
   * does, with how many were passed over and what is left.
   */
  const findFirst = async (wanted: TextQuery) => {
    const find = (text: string) =>
      findTextAction({ ...wanted, text, skip: 0, limit: PAGE }).catch(noAnswer)
    const further = othersOf(wanted)
    const first = { query: wanted, outcome: await find(wanted.text), before: 0, rest: further }
    const isAbsent = ({ outcome }: typeof first) => outcome.isDone && outcome.value.placeCount === 0
    if (!isAbsent(first)) return first
    for (const [index, text] of further.entries()) {
      const query = { ...wanted, text }
      const rest = further.slice(index + 1)
      const next = { query, outcome: await find(text), before: index + 1, rest }
      if (!isAbsent(next)) return next
    }
    return { ...first, rest: [] }
  }
  const searchElsewhere = async (text: string, storeId: string) => {
    const outcome = await findElsewhereAction({ text, storeId }).catch(noAnswer)
    const { current } = latest
    if (current?.text !== text || current.storeId !== storeId) return
    if (outcome.isDone) setElsewhere(outcome.value)
    else setWhy(outcome.why)
  }
  const searchSpellings = async (query: TextQuery) => {
    const outcome = await findSpellingsAction(query).catch(noAnswer)
    if (latest.current !== query) return
    setSpellings(outcome.isDone ? outcome.value : 'failed')
    if (!outcome.isDone) setWhy(outcome.why)
  }
  /** The texts that were handed over with the one that is looked for. */
  const othersOf = ({ text }: TextQuery) => {
    const all = handed ? [handed.text, ...handed.others] : []
    return all.includes(text) ? all.filter((each) => each !== text) : []
  }
  /** Finds what was handed over with a text; it is chosen at first. */
  const searchOthers = async (query: TextQuery, texts: readonly string[]) => {
    for (const text of texts) {
      const outcome = await findTextAction({ ...query, text, skip: 0, limit: 1 }).catch(noAnswer)
      if (latest.current !== query) return
      if (!outcome.isDone) {
        setOthersHold('failed')
        return setWhy(outcome.why)
      }
      const { counts, placeCount } = outcome.value
      if (placeCount === 0) {
        setAbsentCount((known) => known + 1)
        continue
      }
      setOthers((known) => [...known, { text, counts }])
      setChosenSpellings((known) => new Set([...known, text]))
    }
    setOthersHold(null)
  }
  const atFirst = useEffectEvent(() => {
    if (handed && [...handed.text].length >= MIN_LENGTH) {
      search({ text: handed.text, storeId: store?.id ?? null })
    }
  })
  // Whoever handed a text over has asked already.
  useEffect(() => atFirst(), [])
  const chooseSpelling = (text: string, isChosen: boolean) => {
    const next = new Set(chosenSpellings)
    if (isChosen) next.add(text)
    else next.delete(text)
    setChosenSpellings(next)
  }
  const showMore = () =>
    startTransition(async () => {
      if (!found) return
      const { query, answer } = found
      const outcome = await findTextAction({
        ...query,
        skip: answer.places.length,
        limit: PAGE,
      }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      const places = [...answer.places, ...outcome.value.places]
      const lines = { ...answer.lines, ...outcome.value.lines }
      const storeNames = { ...answer.storeNames, ...outcome.value.storeNames }
      setFound({ query, answer: { ...outcome.value, places, lines, storeNames } })
    })
  const hold = othersHold ?? (typeof spellings === 'string' ? HOLD_OF[spellings] : null)
  const run = (choice: RedactChoice) =>
    startRun(async () => {
      if (!found || hold !== null) return
      setWhy(null)
      const outcome = await redactTextAction({
        ...found.query,
        also: [...chosenSpellings],
        ...choice,
      }).catch(noAnswer)
      if (outcome.isDone) router.push(redactionAddress(outcome.value, review))
      else setWhy(outcome.why)
    })

  const searchAll = () => {
    if (!found) return
    setStore(null)
    search({ text: found.query.text, storeId: null })
  }

  const knownSpellings = typeof spellings === 'string' ? [] : spellings
  const also = [...others, ...knownSpellings].filter(({ text }) => chosenSpellings.has(text))
  const isNothing = found?.answer.placeCount === 0
  return (
    <>
      <RedactForm
        handed={asked}
        offered={offered}
        store={store}
        isPending={isPending}
        isFound={found !== null}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        onChange={() => setFound(null)}
        onChoose={(next) => {
          setStore(next)
          setFound(null)
        }}
        onSearch={search}
      />
      {why === null ? null : (
        <div className="px-4 py-2">
          <ErrorNotice>{why}</ErrorNotice>
        </div>
      )}
      {found === null || isNothing ? (
        <div role="status" className="flex-1">
          <EmptyState Icon={Eraser} title={isNothing ? t('none') : t('emptyTitle')}>
            {isNothing ? t('noneHint') : t('about')}
            {isNothing && elsewhere && elsewhere.places > 0 ? (
              <Elsewhere places={elsewhere.places} isOff={isPending} onAll={searchAll} />
            ) : null}
          </EmptyState>
        </div>
      ) : (
        <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-auto max-md:overflow-visible">
          <KindList kinds={kindsOf(found.answer.counts)}>
            {others.length === 0 ? null : (
              <OtherSpellings
                title={t('others')}
                spellings={others}
                chosen={chosenSpellings}
                shownAs={(text) => (isOpen ? text : masked(text))}
                isOff={isStarting}
                onChoose={chooseSpelling}
              />
            )}
            {absentCount === 0 ? null : (
              <p role="status" className="px-4 pt-1.5 text-xs text-ink-3">
                {t('absent', { count: absentCount })}
              </p>
            )}
            <OtherSpellings
              title={t('spellings')}
              spellings={spellings}
              chosen={chosenSpellings}
              shownAs={(text) => (isOpen ? text : masked(text))}
              isOff={isStarting}
              onChoose={chooseSpelling}
            />
          </KindList>
          <FoundHits
            found={found.answer}
            isOneStore={offered.stores.length === 1}
            text={found.query.text}
            shown={isOpen ? found.query.text : masked(found.query.text)}
            isPending={isPending}
            onMore={showMore}
          />
          <RedactAct
            counts={together([found.answer.counts, ...also.map(({ counts }) => counts)])}
            texts={[found.query.text, ...chosenSpellings]}
            store={store}
            elsewhere={
              elsewhere && elsewhere.places > 0 ? (
                <Elsewhere places={elsewhere.places} isOff={isStarting} onAll={searchAll} />
              ) : null
            }
            hold={hold}
            isStarting={isStarting}
            onRedact={run}
          />
          <StepKeys selector="[data-place]" />
        </div>
      )}
      {found === null || isNothing ? feet.asking : feet.found}
    </>
  )
}

/** Says that the text stands outside of the chosen store, too, and links there. */
function Elsewhere({
  places,
  isOff,
  onAll,
}: {
  places: number
  isOff: boolean
  onAll: () => void
}) {
  const t = useTranslations('Redact')
  return (
    <span className="block space-y-1.5">
      <span className="block">{t('elsewhere', { count: places })}</span>
      <Button size="small" isBusy={isOff} onClick={onAll}>
        {t('findElsewhere')}
      </Button>
    </span>
  )
}
