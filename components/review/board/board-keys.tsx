'use client'

import { useRouter } from 'next/navigation'
import { useEffectEvent, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { isPageKey } from '@/components/ui/page-key'
import { useToast } from '@/components/ui/toast'
import { handText } from '@/components/ui/handed-text'
import { currentHunk, elementOf, focusHunk, isFirst } from './board-focus'
import { type Board, useBoard } from './board-context'
import type { BoardHunk } from './board-hunk'
import { chosenRows, type LineChoice, rowsOf, textIn } from './line-choice'

export interface BoardKeysProps {
  storeId: string
  /** of the next and the previous changeset; null: there is none */
  ways: { next: string | null; previous: string | null }
}

/** The single keys of a changeset's page. */
export function BoardKeys({ storeId, ways }: BoardKeysProps) {
  const t = useTranslations('Review')
  const board = useBoard()
  const router = useRouter()
  const show = useToast()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageKey(event)) return
    const shown = board.all.filter(({ id }) => elementOf(id) !== null)
    const current = currentHunk(shown)
    const acts: Record<string, () => void> = {
      ...steps(shown, current),
      s: () => {
        const next = nextOpen(board, shown, current)
        if (next) focusHunk(next.id)
        else show({ text: t('noneUndecided') })
      },
      ...(current ? decisions(board, current) : {}),
      A: board.acceptRoutine,
      u: () => {
        const [first] = board.undoLast()
        if (first === undefined) show({ text: t('nothingToUndo') })
        else focusHunk(first)
      },
      x: () => {
        handText('redaction', textToRedact(board.choice))
        router.push(`/redact?store=${storeId}`)
      },
      o: () => current && router.push(`/stores/${storeId}?memory=${current.memoryId}`),
      ']': () => ways.next && router.push(ways.next),
      '[': () => ways.previous && router.push(ways.previous),
      ...(board.choice ? choosing(board, board.choice) : {}),
    }
    const act = acts[event.shiftKey ? (SHIFTED[event.key] ?? event.key) : event.key]
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
  return null
}

/** Letters whose meaning the arrows have with Shift. */
const SHIFTED: Readonly<Record<string, string>> = { ArrowDown: 'J', ArrowUp: 'K' }

type Acts = Record<string, () => void>

function steps(shown: readonly BoardHunk[], current: BoardHunk | undefined): Acts {
  const at = current ? shown.indexOf(current) : -1
  // From no hunk the way back begins at the end; at the ends it stays, as in every list.
  const step = (by: 1 | -1) => focusHunk((at < 0 && by < 0 ? shown.at(-1) : shown[at + by])?.id)
  return {
    j: () => step(1),
    k: () => step(-1),
    n: () => focusHunk(shown.find((hunk, index) => index > at && isFirst(shown, hunk))?.id),
    p: () => focusHunk(shown.findLast((hunk, index) => index < at && isFirst(shown, hunk))?.id),
  }
}

/** The first hunk after the current one that nobody decided; after the last one, the first of all. */
function nextOpen(
  board: Board,
  shown: readonly BoardHunk[],
  current: BoardHunk | undefined,
): BoardHunk | undefined {
  const open = shown.filter((hunk) => hunk !== current && board.decisionOf(hunk) === null)
  const at = current ? shown.indexOf(current) : -1
  return open.find((hunk) => shown.indexOf(hunk) > at) ?? open[0]
}

function decisions(board: Board, current: BoardHunk): Acts {
  const reject = () => board.decide([current.id], 'rejected')
  const ofMemory = board
    .ofMemory(current.memoryId)
    .filter((hunk) => hunk.waiting === null && board.decisionOf(hunk) !== 'rejected')
  const isMine = !current.isApplied && !current.isByOther
  return {
    a: () => board.decide([current.id], 'accepted'),
    r: reject,
    d: reject,
    R: () =>
      board.decide(
        ofMemory.map(({ id }) => id),
        'rejected',
      ),
    e: () => {
      if (isMine) board.writings.open(current.id, 'text')
    },
    v: () => {
      const element = elementOf(current.id)
      const canChoose = isMine && board.decisionOf(current) === null && element
      if (canChoose && rowsOf(element).length > 0) {
        board.choose({ hunkId: current.id, from: 0, to: 0 })
      }
    },
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
    d: () => board.decideLines('rejected'),
    v: () => board.choose(null),
    Escape: () => board.choose(null),
  }
}

/** Returns the first line of the text selected on the page, else of the chosen lines. */
function textToRedact(choice: LineChoice | null): string {
  const selected = window.getSelection()?.toString() ?? ''
  const element = choice && elementOf(choice.hunkId)
  const text = selected.trim() === '' && element ? textIn(chosenRows(element, choice)) : selected
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  )
}
