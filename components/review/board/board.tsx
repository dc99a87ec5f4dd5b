'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useGates } from '@/components/gates/use-gates'
import { ErrorNotice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import type { Gated } from '@/lib/memory-tests/model/gate'
import type { Decision } from '@/lib/review/model/hunk'
import { groupedBy } from '@/lib/text/grouped-by'
import { type Board, BoardContext } from './board-context'
import { elementOf, focusHunk, isNamedByAddress, mayMoveFocus } from './board-focus'
import { type BoardHunk, isAllSettled, isSettled } from './board-hunk'
import { chosenRows, type LineChoice, linesIn, rowsOf } from './line-choice'
import { KeptTexts } from './kept-texts'
import { type Answer, useAnswers } from './use-answers'
import { type Tray, useApply } from './use-apply'
import { useDecisions } from './use-decisions'
import { useFresh } from './use-fresh'
import { useWritings } from './use-writings'

export interface ReviewBoardProps {
  changesetId: string
  /** in the order of the page */
  hunks: readonly BoardHunk[]
  /** of the changeset, when its hunks were read */
  revision: number
  /** the one whose text is to be written anew on arrival; left out: none is */
  editing?: string | undefined
  /** content above its notices */
  head?: ReactNode
  children: ReactNode
}

/** Holds the decisions about a changeset, and keeps the focus on what is open. */
export function ReviewBoard(props: ReviewBoardProps) {
  const { changesetId, hunks, revision, editing, head, children } = props
  const t = useTranslations('Review')
  const show = useToast()
  const [choice, choose] = useState<LineChoice | null>(null)
  const [told, setTold] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [asked, ask] = useState<string | null>(null)
  const [whyOf, showWhy] = useState<string | null>(null)
  const [isListShown, showList] = useState(false)
  const writings = useWritings(hunks.some(({ id }) => id === editing) ? editing : undefined)
  const decisions = useDecisions(changesetId, hunks, revision)
  const gates = useGates()
  const answers = useAnswers()
  const came = useFresh(hunks, revision)
  const decisionOf = (hunk: BoardHunk) =>
    hunk.waiting ? answers.answerOf(hunk.id) : decisions.decisionOf(hunk)

  const clearWhy = () => {
    setRefusal(null)
    setTold('')
    ask(null)
  }

  /** Moves on from what was just decided; answers what is left. */
  const moveOn = (decided: readonly BoardHunk[]): number => {
    const open = hunks.filter((hunk) => !decided.includes(hunk) && decisionOf(hunk) === null)
    const last = Math.max(...decided.map((hunk) => hunks.indexOf(hunk)))
    const after = open.find((hunk) => hunks.indexOf(hunk) > last)
    // One that the address led to was out of turn: what follows is the gravest that is open.
    const next = decided.some(({ id }) => isNamedByAddress(id)) ? open[0] : (after ?? open[0])
    choose(null)
    if (next) focusHunk(next.id)
    return open.length
  }
  /**
   * Says why an act was refused, beside its first hunk or what is written about it, and leads back
   * there; above all of them if none is shown.
   */
  const follow = (about: readonly BoardHunk[], outcome: Promise<string | null>) => {
    const ids = about.map(({ id }) => id)
    const isWritten = writings.send(ids, outcome)
    void outcome.then((why) => {
      if (why === null) return
      const hunkId = ids.find((id) => elementOf(id) !== null) ?? null
      setTold('')
      if (!isWritten) setRefusal({ hunkId, why })
      if (hunkId !== null && mayMoveFocus()) focusHunk(hunkId)
    })
  }
  function answer(hunk: BoardHunk, said: Answer): void {
    if (decisionOf(hunk) !== null || (said.result === 'allow' && !hunk.waiting?.shown)) return
    clearWhy()
    gates.putAside()
    const onHeld = (outcome: Gated<null>) =>
      gates.passed(outcome, 'allow', (choice) => {
        if (said.result === 'allow') answer(hunk, { ...said, gates: choice })
      })
    follow([hunk], answers.answer(hunk, said, onHeld))
    const word = said.result === 'allow' ? 'allowed' : 'denied'
    setTold(t('toldAnswer', { answer: word, left: moveOn([hunk]) }))
  }
  const record = (chosen: readonly BoardHunk[], decision: Decision | null, content?: string) => {
    clearWhy()
    const verdicts = chosen.flatMap(({ id, parts, isShown }) =>
      parts
        .filter((part) => !isSettled(part))
        .map((part) => ({
          hunkId: part.id,
          decision,
          seen: isShown && elementOf(id) !== null,
          ...(content === undefined ? {} : { content }),
        })),
    )
    follow(chosen, decisions.decide(verdicts))
    const open = hunks.filter((hunk) => !chosen.includes(hunk) && decisionOf(hunk) === null)
    const left = decision === null ? open.length + chosen.length : moveOn(chosen)
    const word = decision === null ? 'reopened' : decision
    setTold(t('told', { decision: word, count: verdicts.length, left }))
  }
  const decide = (hunkIds: readonly string[], decision: Decision | null, content?: string) => {
    // Among others none is decided about which something is being written.
    const isLeftOut = ({ id }: BoardHunk) =>
      hunkIds.length > 1 && writings.all.some(({ hunkId }) => hunkId === id)
    const chosen = hunks.filter(
      (hunk) => hunkIds.includes(hunk.id) && !isAllSettled(hunk) && !isLeftOut(hunk),
    )
    const landed = chosen.filter(({ waiting }) => waiting === null)
    if (landed.length > 0) record(landed, decision, content)
    const waiting = chosen.find((hunk) => hunk.waiting !== null)
    if (!waiting || decision === null || decisionOf(waiting) !== null) return
    if (decision === 'rejected') return writings.open(waiting.id, 'denial')
    if (waiting.waiting?.shown && waiting.waiting.isCritical && content === undefined) {
      clearWhy()
      ask(waiting.id)
    } else answer(waiting, { result: 'allow', content })
  }

  const decideLines = (decision: 'accepted' | 'rejected') => {
    const hunk = hunks.find(({ id }) => id === choice?.hunkId)
    const element = hunk && elementOf(hunk.id)
    if (!hunk || !element || !choice || decisionOf(hunk) !== null) return
    const rows = chosenRows(element, choice)
    if (rows.length === rowsOf(element).length && !hasMoreLines(element)) {
      return decide([hunk.id], decision)
    }
    const { id: hunkId } = hunk
    clearWhy()
    follow(
      [hunk],
      decisions.decide([
        { hunkId, decision: 'edited', seen: true, lines: { decision, lines: linesIn(rows) } },
      ]),
    )
    setTold(t('told', { decision: 'edited', count: 1, left: moveOn([hunk]) }))
  }

  const byId = new Map(hunks.map((hunk) => [hunk.id, hunk]))
  const parts = hunks.flatMap((hunk) => hunk.parts)
  const open = new Set(
    parts.flatMap((part) => (decisions.ofPart(part) === null ? part.memoryId : [])),
  )
  const memories = new Set(parts.map(({ memoryId }) => memoryId)).size
  const tray = (): Tray => {
    const lying = parts.filter((part) => {
      const decision = decisions.ofPart(part)
      return !isSettled(part) && decision !== null && decision !== 'accepted'
    })
    return {
      hunks: lying.length,
      memories: new Set(lying.map(({ memoryId }) => memoryId)).size,
      shown: () => trayOf(lying.map(decisions.decidedAtOf)),
    }
  }
  const isOpen = (hunk: BoardHunk) => decisionOf(hunk) === null
  const apply = useApply({
    changesetId,
    tray,
    criticalOpen: hunks.filter((hunk) => hunk.isCritical && isOpen(hunk)).length,
    recorded: decisions.recorded,
    clearWhy,
    gates,
  })
  const questioned = hunks.find(
    (hunk) =>
      hunk.id === asked && isOpen(hunk) && !writings.all.some(({ hunkId }) => hunkId === hunk.id),
  )
  const progress = { memories, decided: memories - open.size }
  const openWrites = hunks.filter((hunk) => hunk.waiting !== null && isOpen(hunk)).length
  const lying = tray()
  const board: Board = {
    changesetId,
    decisionOf,
    replacementOf: decisions.replacementOf,
    progress,
    tray: lying,
    apply,
    gates,
    isToApply: open.size === 0 && openWrites === 0 && lying.hunks > 0,
    openWrites,
    canUndo: decisions.canUndo,
    refusalOf: (hunkId) => (refusal?.hunkId === hunkId ? refusal.why : null),
    knownRevision: decisions.knownRevision,
    fresh: new Set(hunks.flatMap((hunk) => (came.has(hunk.id) && isOpen(hunk) ? hunk.id : []))),
    isBeingSent: answers.isBeingSent,
    hunkOf: (hunkId) => byId.get(hunkId),
    all: hunks,
    decide,
    decideLines,
    asked: questioned?.id ?? null,
    allowAsked: () => {
      if (questioned) answer(questioned, { result: 'allow' })
    },
    dropQuestion: () => ask(null),
    deny: (hunkId, message) => {
      const hunk = hunks.find(({ id }) => id === hunkId)
      if (hunk) answer(hunk, { result: 'deny', message })
    },
    acceptRoutine: () => {
      // What waits is never routine: nobody allows what they did not read.
      const routine = hunks.filter((hunk) => hunk.isRoutine && decisionOf(hunk) === null)
      if (routine.length === 0) {
        // Nor is it said where nothing can be kept.
        if (hunks.some((hunk) => !hunk.waiting && isOpen(hunk))) show({ text: t('noRoutine') })
        return
      }
      decide(
        routine.map(({ id }) => id),
        'accepted',
      )
    },
    undoLast: () => {
      clearWhy()
      const { hunkIds, outcome } = decisions.undoLast()
      follow(
        hunks.filter((hunk) => hunk.parts.some(({ id }) => hunkIds.includes(id))),
        outcome,
      )
      return hunkIds
    },
    clearWhy,
    recorded: decisions.recorded,
    writings,
    choice,
    choose,
    whyOf,
    showWhy,
    isListShown,
    showList,
  }
  return (
    <BoardContext value={board}>
      {head}
      <p role="status" className="sr-only">
        {refusal === null ? told : null}
      </p>
      {refusal === null || byId.has(refusal.hunkId ?? '') ? null : (
        <div className="px-4 py-3">
          <ErrorNotice>{refusal.why}</ErrorNotice>
        </div>
      )}
      <KeptTexts />
      {children}
    </BoardContext>
  )
}

/** An act that the server refused. */
interface Refusal {
  /** of the hunk beside which it is said; null: none that is shown */
  hunkId: string | null
  why: string
}

/** Counts the hunks decided at each time. */
function trayOf(decided: readonly (number | null)[]): { decidedAt: number; hunks: number }[] {
  const times = decided.filter((decidedAt) => decidedAt !== null)
  return [...groupedBy(times, (decidedAt) => decidedAt)].map(([decidedAt, { length }]) => ({
    decidedAt,
    hunks: length,
  }))
}

/** Returns whether a hunk has lines that are not on the screen. */
function hasMoreLines(element: HTMLElement): boolean {
  return element.querySelector('[data-more-lines]') !== null
}
