'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useAct } from '@/components/act/use-act'
import { flaggedText } from '@/components/flags/actions'
import { useKey } from '@/components/keys/use-key'
import { isNothingFocused } from '@/components/keys/page-key'
import { markedText } from '@/components/lines/marked-text'
import { AskToLeave } from '@/components/live/ask-to-leave'
import { leaveBy, mayLeave } from '@/components/live/leaving'
import { useUnsaved } from '@/components/live/use-live'
import { RequestForm } from '@/components/requests/form'
import { AskedOnce } from '@/components/ui/dialog'
import { useToRedact } from '@/components/ui/handed'
import { useToast } from '@/components/ui/toast'
import { toggled } from '@/lib/text/lists'
import { plainName } from '@/lib/text/visible-text'
import { settleShown, undoSettled } from './actions'
import { BoardHead } from './board-head'
import { BoardRows } from './board-rows'
import {
  type Block,
  blocksOf,
  canBack,
  canEdit,
  openFrom,
  settledBy,
  shownAs,
  toAskAbout,
  type Unit,
} from './decisions'
import { type HunkAct, loadEditor, type Look } from './hunk'
import { memoryChange } from './memory-change'
import { SettleBar } from './settle-bar'
import type { HunkLines, ShownMemory } from './shown'
import { useDecisions } from './use-decisions'
import { memoryAddress } from './words'

export interface BoardProps {
  groupKey: string
  /** where it was changed */
  meta: string
  memories: readonly ShownMemory[]
  /** lines of the first hunks, by their keys */
  first: Readonly<Record<string, HunkLines>>
  /** that something is new, and what waits for a person; above the hunks */
  above: ReactNode
}

const NO_LOOKS: ReadonlySet<Look> = new Set()

/** What a group changed, hunk by hunk. Decisions are made one by one, and settled together. */
export function Board({ groupKey, meta, memories, first, above }: BoardProps) {
  const t = useTranslations('Review')
  const router = useRouter()
  const cache = useQueryClient()
  // The same for as long as the page is: a hunk of which nothing changed is not drawn anew with each key.
  const blocks = useMemo(() => blocksOf(memories), [memories])
  const units = blocks.flatMap((block) => block.units)
  const decisions = useDecisions(groupKey, units)
  const { made } = decisions
  const open = units.filter(({ key }) => !made.has(key))
  const [current, setCurrent] = useState<string | null>(units[0]?.key ?? null)
  const [edited, setEdited] = useState<string | null>(null)
  const [requested, setRequested] = useState<ReturnType<typeof toAskAbout>>(null)
  const [looks, setLooks] = useState<ReadonlyMap<string, ReadonlySet<Look>>>(new Map())
  const [said, setSaid] = useState('')
  const [isListOpen, setListOpen] = useState(false)
  const [asked, setAsked] = useState<'keep' | 'back' | null>(null)
  // Until what is written in is there, letters are none of the keys that decide.
  const isWriting = requested !== null || (edited !== null && edited === current)
  useEffect(() => void loadEditor(), [])
  const unit = isWriting ? undefined : units.find(({ key }) => key === current)
  const block = blocks.find((each) => each.units.some(({ key }) => key === current))

  const settling = useAct(settleShown, {
    done: ({ batchIds, memoryIds, why }) => {
      setAsked(null)
      return why ?? (batchIds.length > 0 ? t('settled', { count: memoryIds.length }) : undefined)
    },
    undo:
      ({ batchIds }) =>
      () =>
        undoSettled({ groupKey, batchIds }),
  })
  /** of the memories that were settled; once the page is without them, others hold what they decided */
  const sent = useRef<ReadonlySet<string>>(new Set())
  const forgetGone = useEffectEvent(() => {
    const left = memories.filter(({ id }) => !sent.current.has(id))
    sent.current = new Set()
    decisions.keepOnly(new Set(left.flatMap((of) => of.hunks.map((hunk) => shownAs(of, hunk)))))
  })
  /** why nothing was settled: where nothing is left here, the list that comes instead says it */
  const refused = useRef<string | null>(null)
  const show = useToast()
  useEffect(() => void (refused.current = null), [memories])
  useEffect(() => () => void (refused.current && show({ text: refused.current })), [show])
  // Not before the page is without them: they would be open again, and all that stands below would move.
  useEffect(() => () => forgetGone(), [memories])
  const settle = async (some: ReturnType<typeof settledBy>) => {
    // They stand there until the page is without them, which may come long after the answer.
    const all = some.filter(({ memoryId }) => !sent.current.has(memoryId))
    if (settling.isBusy || all.length === 0) return
    const result = await settling.run({ groupKey, memories: all })
    if (result.ok) {
      sent.current = new Set([...sent.current, ...result.value.memoryIds])
      return
    }
    setAsked(null)
    if (result.code === 'unanswered' || result.code === 'outdated') return
    refused.current = result.why
    // What stands there now is shown; decisions hold for the hunks that are the same.
    cache.removeQueries({ queryKey: ['change'] })
    router.refresh()
  }
  const dangers = blocks.filter(
    (each) => each.level === 'danger' && each.units.some(({ key }) => !made.has(key)),
  )
  const settled = settledBy(memories, made)
  const all = { keep: settledBy(memories, made, 'keep'), back: settledBy(memories, made, 'back') }
  const settleAll = (rest: 'keep' | 'back') => {
    if (dangers.length > 0) setAsked(rest)
    else void settle(all[rest])
  }
  const restWords = (rest: 'keep' | 'back') =>
    t(settled.length > 0 ? `${rest}Rest` : `${rest}All`, {
      count: all[rest].length - settled.length,
    })

  const goOn = (decided: readonly string[], words: string) => {
    const after = new Map([...made, ...decided.map((key) => [key, 'keep'] as const)])
    const next = openFrom(units, after, decided.at(-1) ?? null, 1)
    setSaid(
      t('left', { done: words, count: open.filter(({ key }) => !decided.includes(key)).length }),
    )
    focusHunk(next ?? decided.at(-1) ?? null)
  }
  const decide = (keys: readonly string[], decision: 'keep' | 'back') => {
    decisions.decide(keys, decision)
    setLooks((before) => new Map([...before].filter(([key]) => !keys.includes(key))))
    goOn(keys, t(`decided.${decision}`))
  }
  const walk = (by: 1 | -1) => focusHunk(openFrom(units, made, current, by))
  useUnsaved(made.size > 0)
  const handOver = useToRedact(unit?.memories[0].storeId ?? '')
  const toRedact = (text: string) => leaveBy(() => handOver({ text }))
  const redacting = useAct(flaggedText, { done: toRedact })
  const redact = ({ hunk, memories: [memory] }: Unit) => {
    const flag = hunk.flags.find(({ category }) => category === 'secret')
    if (!flag) toRedact(markedText())
    else void redacting.run({ storeId: memory.storeId, versionId: memory.versions.id, flag })
  }
  const openMemory = ({ hunk, memories: [memory] }: Unit) => {
    const address = memoryAddress(memory, hunk)
    if (mayLeave(address)) router.push(address)
  }
  const does = (key: string, act: HunkAct) => {
    const on = units.find((each) => each.key === key)
    if (!on) return
    if (act === 'keep' || (act === 'back' && canBack(on))) decide([key], act)
    else if (act === 'backMemory') {
      const keys = blocks.find((each) => each.units.includes(on))?.units.map((each) => each.key)
      if (keys && canBack(on)) decide(keys, 'back')
    } else if (act === 'edit') {
      if (canEdit(on)) setEdited(key)
    } else if (act === 'undo') {
      decisions.decide([key])
      focusHunk(key)
    } else if (act === 'redact') redact(on)
    else if (act === 'request') setRequested(toAskAbout(on))
    else if (act === 'anew') router.refresh()
    else if (act !== 'back')
      setLooks((before) => new Map(before).set(key, toggled(before.get(key) ?? NO_LOOKS, act)))
  }
  const latest = useStable(does)
  const written = useStable((key: string, text: string | null) => {
    setEdited(null)
    if (text === null) {
      focusHunk(key)
      return
    }
    decisions.decide([key], { text })
    goOn([key], t('decided.edit'))
  })

  const on = (act: HunkAct) => () => current !== null && does(current, act)
  const isOpen = current !== null && !made.has(current) && unit !== undefined
  useKey('a', t('keep'), on('keep'), { when: isOpen, bar: true })
  useKey('r', t('takeBack'), on('back'), { when: isOpen && canBack(unit), bar: true })
  useKey('e', t('edit'), on('edit'), { when: isOpen && canEdit(unit), bar: true })
  const isAny = open.length > 0 && !isWriting
  useKey('j', t('nextOpen'), () => walk(1), { when: isAny, bar: true })
  useKey('k', t('previousOpen'), () => walk(-1), { when: isAny })
  useKey('z', t('undoDecision'), () => focusHunk(decisions.undo()), {
    when: made.size > 0 && !isWriting,
  })
  useKey('mod+enter', t('settle', { count: settled.length }), () => void settle(settled))
  useKey('shift+a', restWords('keep'), () => settleAll('keep'), { when: isAny })
  useKey('shift+r', t('takeBackMemory'), on('backMemory'), {
    when: isOpen && canBack(unit) && block?.memories.length === 1,
  })
  useKey('space', t('fold'), on('turned'), { when: unit !== undefined })
  useKey('enter', t('open'), () => unit && openMemory(unit), { when: unit !== undefined })
  useKey('c', t('request'), on('request'), {
    when: unit !== undefined && toAskAbout(unit) !== null,
  })
  useKey('w', t('why'), on('why'), { when: isOpen, bar: true })
  useKey('x', t('redact'), on('redact'), { when: unit !== undefined })

  const arrive = useEffectEvent(() => {
    const at = document.activeElement?.closest<HTMLElement>('[data-hunk]')
    if (at) intoSight(at)
    else if (isNothingFocused()) focusHunk(open[0]?.key ?? null)
  })
  // What was settled is gone: the next open one has the focus, and is in sight.
  const shown = units.map(({ key }) => key).join()
  useEffect(() => arrive(), [shown])

  return (
    <>
      <BoardHead
        meta={meta}
        memories={memories}
        decided={settled.length}
        isListOpen={isListOpen}
        onList={() => setListOpen(!isListOpen)}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(200px,262px)_minmax(0,1fr)] max-md:flex max-md:flex-col">
        <BoardRows
          blocks={blocks}
          made={made}
          current={block?.key ?? null}
          isOpenOnPhone={isListOpen}
          onGo={(of: Block) => {
            setListOpen(false)
            focusHunk((of.units.find(({ key }) => !made.has(key)) ?? of.units[0])?.key ?? null)
          }}
        />
        <div
          className="min-h-0 min-w-0 overflow-y-auto max-md:contents"
          onFocus={({ target }) => {
            const hunk = target.closest<HTMLElement>('[data-hunk]')?.dataset.hunk ?? null
            if (hunk !== null || target.closest('[data-held]')) setCurrent(hunk)
          }}
        >
          {above}
          {blocks.flatMap((each) =>
            memoryChange({
              block: each,
              made,
              first,
              current,
              edited,
              looksOf: (key) => looks.get(key) ?? NO_LOOKS,
              onAct: latest,
              onText: written,
            }),
          )}
        </div>
      </div>
      <SettleBar
        memories={memories}
        made={made}
        unit={isOpen ? unit : undefined}
        settling={settling}
        onSettle={() => void settle(settled)}
        rests={(['keep', 'back'] as const).flatMap((rest) =>
          all[rest].length > settled.length ? { rest, words: restWords(rest) } : [],
        )}
        onSettleAll={settleAll}
        onAct={(act) => (act === 'undo' ? focusHunk(decisions.undo()) : on(act)())}
      />
      <AskedOnce
        title={t('askTitle', { rest: asked ?? 'keep' })}
        description={t('askAbout', { count: dangers.length })}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        act={restWords(asked ?? 'keep')}
        by={settling}
        onAct={() => asked && void settle(all[asked])}
      >
        <ul className="list-disc pl-5 font-mono text-xs wrap-anywhere">
          {dangers.flatMap((each) =>
            each.memories.map(({ id, path }) => <li key={id}>{plainName(path)}</li>),
          )}
        </ul>
      </AskedOnce>
      <RequestForm about={requested} onClose={() => setRequested(null)} />
      <AskToLeave
        when={made.size > 0}
        title={t('leaveTitle')}
        about={t('unsent', { count: made.size })}
        onLeave={() => decisions.keepOnly(new Set())}
      />
    </>
  )
}

/** The same function for as long as the component is there; what it does is the newest. */
function useStable<A extends unknown[]>(does: (...given: A) => void): (...given: A) => void {
  const latest = useRef(does)
  useLayoutEffect(() => {
    latest.current = does
  })
  return useCallback((...given: A) => latest.current(...given), [])
}

/** Moves the focus to a hunk, once what was decided is drawn. */
function focusHunk(key: string | null): void {
  if (key === null) return
  requestAnimationFrame(() => {
    const hunk = document.querySelector<HTMLElement>(`[data-hunk="${key}"]`)
    if (!hunk) return
    hunk.focus({ preventScroll: true })
    intoSight(hunk)
  })
}

function intoSight(hunk: HTMLElement): void {
  const isTall = hunk.offsetHeight > window.innerHeight * 0.6
  hunk.scrollIntoView({ block: isTall ? 'start' : 'nearest' })
}
