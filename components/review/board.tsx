'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isWritten } from '@/components/ui/is-written'
import { ErrorNotice } from '@/components/ui/notice'
import { type Board, BoardContext } from './board-context'
import type { BoardHunk } from './board-hunk'
import type { Decision } from '@/lib/review/model/hunk'
import { Tray } from './tray'
import { useDecisions } from './use-decisions'

export interface ReviewBoardProps {
  changesetId: string
  storeId: string
  /** in the order of the page */
  hunks: readonly BoardHunk[]
  /** of the next and the previous changeset; null: there is none */
  ways: { next: string | null; previous: string | null }
  children: ReactNode
}

/** Holds the decisions about a changeset, reads its keys, and keeps the focus on what is open. */
export function ReviewBoard(props: ReviewBoardProps) {
  const { changesetId, storeId, hunks, ways, children } = props
  const t = useTranslations('Review')
  const router = useRouter()
  const [edited, edit] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const decisions = useDecisions(changesetId, hunks)
  const { decisionOf } = decisions
  const isMine = (hunk: BoardHunk) => !hunk.isApplied && !hunk.isByOther

  const decide = (hunkIds: readonly string[], decision: Decision | null, content?: string) => {
    const chosen = hunks.filter((hunk) => hunkIds.includes(hunk.id) && isMine(hunk))
    if (chosen.length === 0) return
    decisions.decide(
      chosen.map(({ id }) => ({
        hunkId: id,
        decision,
        seen: isUnfolded(id),
        ...(content === undefined ? {} : { content }),
      })),
    )
    const ids = new Set(chosen.map(({ id }) => id))
    const open = hunks.filter((hunk) => !ids.has(hunk.id) && decisionOf(hunk) === null)
    const word = decision === null ? 'reopened' : decision
    setTold(t('told', { decision: word, count: chosen.length, left: open.length }))
    const last = Math.max(...chosen.map((hunk) => hunks.indexOf(hunk)))
    const next = open.find((hunk) => hunks.indexOf(hunk) > last) ?? open[0]
    edit(null)
    if (next && decision !== null) focusHunk(next.id)
  }
  const acceptRoutine = () => {
    const routine = hunks.filter((hunk) => hunk.isRoutine && decisionOf(hunk) === null)
    decide(
      routine.map(({ id }) => id),
      'accepted',
    )
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWritten(event.target)) return
    if (document.querySelector('[role="dialog"]')) return
    const shown = hunks.filter(({ id }) => elementOf(id) !== null)
    const current = currentHunk(shown)
    const at = current ? shown.indexOf(current) : -1
    const ofMemory = current ? hunks.filter(({ memoryId }) => memoryId === current.memoryId) : []
    const step = (by: 1 | -1) => focusHunk(shown[at + by]?.id ?? shown[by === 1 ? 0 : -1]?.id)
    const acts: Record<string, () => void> = {
      j: () => step(1),
      k: () => step(-1),
      n: () => focusHunk(shown.find((hunk, index) => index > at && isFirst(shown, hunk))?.id),
      p: () => focusHunk(shown.findLast((hunk, index) => index < at && isFirst(shown, hunk))?.id),
      a: () => current && decide([current.id], 'accepted'),
      r: () => current && decide([current.id], 'rejected'),
      d: () => current && decide([current.id], 'rejected'),
      A: acceptRoutine,
      R: () =>
        decide(
          ofMemory.filter((hunk) => decisionOf(hunk) !== 'rejected').map(({ id }) => id),
          'rejected',
        ),
      e: () => current && isMine(current) && edit(current.id),
      u: () => {
        const [first] = decisions.undoLast()
        if (first !== undefined) focusHunk(first)
      },
      o: () => current && router.push(`/stores/${storeId}?memory=${current.memoryId}`),
      ']': () => ways.next && router.push(ways.next),
      '[': () => ways.previous && router.push(ways.previous),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  // Before it is painted: a key that is pressed once the hunks are seen is not lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  const board: Board = {
    decisionOf,
    hunkOf: (hunkId) => hunks.find(({ id }) => id === hunkId),
    ofMemory: (memoryId) => hunks.filter((hunk) => hunk.memoryId === memoryId),
    all: hunks,
    decide,
    acceptRoutine,
    edited,
    edit,
  }
  return (
    <BoardContext value={board}>
      <p role="status" className="sr-only">
        {told}
      </p>
      {decisions.why === null ? null : (
        <div className="px-4 pt-3">
          <ErrorNotice>{decisions.why}</ErrorNotice>
        </div>
      )}
      {children}
      <Tray changesetId={changesetId} storeId={storeId} />
    </BoardContext>
  )
}

function elementOf(hunkId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-hunk="${CSS.escape(hunkId)}"]`)
}

function focusHunk(hunkId: string | undefined): void {
  const element = hunkId === undefined ? null : elementOf(hunkId)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}

/** The hunk that holds the focus. */
function currentHunk(shown: readonly BoardHunk[]): BoardHunk | undefined {
  const element = document.activeElement?.closest<HTMLElement>('[data-hunk]')
  return shown.find(({ id }) => id === element?.dataset.hunk)
}

function isFirst(hunks: readonly BoardHunk[], hunk: BoardHunk): boolean {
  return hunks.find(({ memoryId }) => memoryId === hunk.memoryId) === hunk
}

/** Whether the hunk's lines can be read on the screen. */
function isUnfolded(hunkId: string): boolean {
  return elementOf(hunkId) !== null
}
