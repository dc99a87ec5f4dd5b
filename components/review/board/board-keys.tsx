'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { isPageKey } from '@/components/ui/page-key'
import { useToast } from '@/components/ui/toast'
import { handText } from '@/components/ui/handed-text'
import { redactAddress } from '@/components/redact/redact-address'
import type { ChosenLines } from '@/lib/text/chosen-lines'
import { hunkTextAction } from '../actions'
import { neverAgainHref } from '../hunks/never-again'
import { currentHunk, elementOf, focusHunk, focusOnArrival } from './board-focus'
import { type Board, useBoard } from './board-context'
import { type BoardHunk, canEdit, isAllSettled } from './board-hunk'
import { chosenRows, type LineChoice, linesIn, rowsOf } from './line-choice'

/** The single keys of a changeset's page; on arrival they are about its first open hunk. */
export function BoardKeys({ storeId, changesetId }: { storeId: string; changesetId: string }) {
  const t = useTranslations('Review')
  const board = useBoard()
  const router = useRouter()
  const show = useToast()
  const noAnswer = useNoAnswer()
  const redact = (text: string, at: BoardHunk | undefined) => {
    handText('redaction', text)
    router.push(redactAddress(storeId, at ? `${changesetId}#${at.id}` : changesetId))
  }
  const redactLines = async ({ hunk, lines }: LinesToRedact) => {
    const outcome = await hunkTextAction({ changesetId, hunkId: hunk.id, lines }).catch(noAnswer)
    if (!outcome.isDone) return show({ text: outcome.why })
    const text = outcome.value
    if (text.trim() === '') return show({ text: t('nothingToRedact') })
    redact(text, hunk)
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    // While a result is shown in their place, the hunks hear nothing.
    if (!isPageKey(event) || board.apply.done !== null) return
    const current = currentHunk(board.all)
    const acts: Record<string, () => void> = {
      ...steps(board, current),
      ...(current ? decisions(board, current) : {}),
      A: board.acceptRoutine,
      z: () => {
        const [first] = board.undoLast()
        if (first === undefined) show({ text: t('nothingToUndo') })
        else focusHunk(board.all.find(({ parts }) => parts.some(({ id }) => id === first))?.id)
      },
      x: () => {
        const found = current && redactButton(current)
        if (found && !board.choice) return found.click()
        const wanted = linesToRedact(board, current)
        const selected = board.choice ? '' : selectedLine()
        if (selected !== '') redact(selected, current)
        else if (wanted) void redactLines(wanted)
        else if (current) show({ text: t('nothingToRedact') })
      },
      t: () => {
        const isReverted = current?.isShown && board.decisionOf(current) === 'rejected'
        const href = isReverted
          ? neverAgainHref({ storeId, changesetId, hunkId: current.id })
          : null
        if (href !== null) router.push(href)
      },
      ...(board.choice ? choosing(board, board.choice) : {}),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  const arrive = useEffectEvent(() => {
    if (board.writings.all.length > 0) return
    focusOnArrival(board.all.filter((hunk) => board.decisionOf(hunk) === null))
  })
  useEffect(() => arrive(), [])
  // Before it is painted: a key that is pressed once the hunks are seen is not lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  const isRoutineOpen = board.all.some((hunk) => hunk.isRoutine && board.decisionOf(hunk) === null)
  // Also of other pages: by them the list of keys knows that there is something to keep, or to undo.
  return (
    <span
      hidden
      data-routine-open={isRoutineOpen ? '' : undefined}
      data-undoable={board.canUndo ? '' : undefined}
    />
  )
}

type Acts = Record<string, () => void>

/** J and K go from one open hunk to the next, and once none is, from one to the next; arrows to all. */
function steps(board: Board, current: BoardHunk | undefined): Acts {
  const { all } = board
  const at = current ? all.indexOf(current) : -1
  const open = all.filter((hunk) => hunk !== current && board.decisionOf(hunk) === null)
  const step = (by: 1 | -1) => {
    // From no hunk the way back begins at the end; at the ends it stays, as in every list.
    focusHunk((at < 0 && by < 0 ? all.at(-1) : all[at + by])?.id)
  }
  const toOpen = (by: 1 | -1) => {
    if (open.length === 0) return step(by)
    const ahead = open.filter((hunk) => (all.indexOf(hunk) - at) * by > 0)
    // After the last one comes the first of all.
    focusHunk((by > 0 ? (ahead[0] ?? open[0]) : (ahead.at(-1) ?? open.at(-1)))?.id)
  }
  return {
    j: () => toOpen(1),
    k: () => toOpen(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
  }
}

function decisions(board: Board, current: BoardHunk): Acts {
  const canChange = !isAllSettled(current)
  const memoryId = current.parts[0]?.memoryId
  const ofMemory = board.all.filter(
    (hunk) =>
      hunk.parts.some((part) => part.memoryId === memoryId) &&
      board.decisionOf(hunk) !== 'rejected',
  )
  return {
    a: () => board.decide([current.id], 'accepted'),
    r: () => board.decide([current.id], 'rejected'),
    R: () =>
      board.decide(
        ofMemory.map(({ id }) => id),
        'rejected',
      ),
    e: () => {
      if (canChange && canEdit(current)) board.writings.open(current.id, 'text')
    },
    w: () => board.showWhy(board.whyOf === current.id ? null : current.id),
  }
}

/** While lines are chosen, the keys are about them: one line moves on, with Shift it grows. */
function choosing(board: Board, choice: LineChoice): Acts {
  const element = elementOf(choice.hunkId)
  const last = element ? rowsOf(element).length - 1 : 0
  const within = (at: number) => Math.min(Math.max(at, 0), last)
  const move = (by: number) => () => {
    const to = within(choice.to + by)
    board.choose({ ...choice, from: to, to })
  }
  const grow = (by: number) => () => board.choose({ ...choice, to: within(choice.to + by) })
  const [down, up] = [move(1), move(-1)]
  return {
    j: down,
    ArrowDown: down,
    k: up,
    ArrowUp: up,
    J: grow(1),
    K: grow(-1),
    a: () => board.decideLines('accepted'),
    r: () => board.decideLines('rejected'),
    Escape: () => board.choose(null),
  }
}

/** The button that redacts what was found in a hunk. */
function redactButton({ id }: BoardHunk): HTMLElement | null | undefined {
  return elementOf(id)?.querySelector<HTMLElement>('[data-finding-act="redact"]')
}

/** The first line of the text that is selected on the page; '' if none is. */
function selectedLine(): string {
  const lines = window.getSelection()?.toString().split('\n') ?? []
  return lines.find((line) => line.trim() !== '')?.trim() ?? ''
}

interface LinesToRedact {
  hunk: BoardHunk
  /** left out: all that it changed */
  lines?: ChosenLines
}

/** The chosen lines, else all of the current hunk; null: nothing of it is in a memory yet. */
function linesToRedact(board: Board, current: BoardHunk | undefined): LinesToRedact | null {
  const { choice } = board
  const hunk = choice ? board.hunkOf(choice.hunkId) : current
  if (!hunk || hunk.waiting) return null
  const element = choice && elementOf(choice.hunkId)
  return element ? { hunk, lines: linesIn(chosenRows(element, choice)) } : { hunk }
}
