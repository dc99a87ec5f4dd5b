'use client'

import { createContext, use } from 'react'
import type { Gates } from '@/components/gates/use-gates'
import type { Decision } from '@/lib/review/model/hunk'
import type { BoardHunk } from './board-hunk'
import type { LineChoice } from './line-choice'
import type { Answers } from './use-answers'
import type { Apply, Tray } from './use-apply'
import type { Decisions } from './use-decisions'
import type { Writings } from './use-writings'

/** How far a changeset is decided, in memories. */
export interface Progress {
  memories: number
  decided: number
}

/** The decisions about a changeset, for everything on its page. */
export interface Board
  extends Pick<Answers, 'isBeingSent'>, Pick<Decisions, 'replacementOf' | 'canUndo'> {
  changesetId: string
  /** the decision about a hunk, or the answer to a write that waits; null: it is open */
  decisionOf: (hunk: BoardHunk) => Decision | null
  progress: Progress
  tray: Tray
  apply: Apply
  /** of the store, and what they hold */
  gates: Gates
  /** whether all of it is decided, and only to be applied */
  isToApply: boolean
  /** writes that nobody answered */
  openWrites: number
  /** the changeset's revision up to which all that was decided is known here */
  knownRevision: () => number
  hunkOf: (hunkId: string) => BoardHunk | undefined
  all: readonly BoardHunk[]
  /** hunks that the agent wrote since the page was opened, and that nobody decided */
  fresh: ReadonlySet<string>
  /**
   * Decides hunks; `null` takes a decision back. A write that waits is allowed, with `content` in
   * place of the agent's text, and the agent's own text, if something critical was found in it, only
   * once `allowAsked` says so; to reject it asks what its agent is to be told.
   */
  decide: (hunkIds: readonly string[], decision: Decision | null, content?: string) => void
  /** the write about which it is asked once more, before it is allowed; null: about none */
  asked: string | null
  /** allows it all the same */
  allowAsked: () => void
  dropQuestion: () => void
  /** denies a write that waits; `message`: the message to the agent, empty: none */
  deny: (hunkId: string, message: string) => void
  /** `accepted`: of the hunk only the chosen lines stay; `rejected`: only they go back */
  decideLines: (decision: 'accepted' | 'rejected') => void
  acceptRoutine: () => void
  /**
   * takes the last decision about landed hunks back; of those before the page was opened the newest of
   * this person. Returns the ids of its hunks; none: there was no decision.
   */
  undoLast: () => readonly string[]
  /** reason why the server refused the last act about a hunk that is shown; null: it did not */
  refusalOf: (hunkId: string) => string | null
  /** takes away what is said of the last act, with the next one */
  clearWhy: () => void
  /** settles once the server has what was decided so far; whether all of it was recorded */
  recorded: () => Promise<boolean>
  /** texts that are being written about its hunks */
  writings: Writings
  /** the lines that are chosen in a hunk; null: none */
  choice: LineChoice | null
  choose: (choice: LineChoice | null) => void
  /** the hunk of which it is shown why it was written; null: of none */
  whyOf: string | null
  showWhy: (hunkId: string | null) => void
  /** whether the list is shown where there is room for the hunks only */
  isListShown: boolean
  showList: (isShown: boolean) => void
}

export const BoardContext = createContext<Board | null>(null)

/** The decisions of the changeset around it. */
export function useBoard(): Board {
  const board = use(BoardContext)
  if (!board) throw new Error('outside of a changeset')
  return board
}
