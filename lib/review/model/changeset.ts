import type { ScanRule } from '@/lib/scan/rules'
import type { Actor } from '@/lib/store/model/actor'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import type { RemovedLineFate } from '@/lib/text/removed-lines'
import type { Level, Reason, Routine } from './attention'
import type { Hunk } from './hunk'

export const CHANGESET_STATES = ['open', 'snoozed', 'done'] as const

export type ChangesetState = (typeof CHANGESET_STATES)[number]

/** The changes of one store that belong together, and how far their review is. */
export interface Changeset {
  id: string
  storeId: string
  storeName: string
  sessionId: string | null
  /** who wrote its first change */
  actor: Actor
  firstSequence: number
  lastSequence: number
  /** milliseconds since 1970 */
  firstChangedAt: number
  lastChangedAt: number
  /** versions */
  changeCount: number
  /** whether the numbers below count all of its changes yet */
  isExamined: boolean
  level: Level
  /** how many hunks each reason names */
  reasons: Partial<Record<Reason, number>>
  memoryCount: number
  addedLines: number
  removedLines: number
  lostLines: number
  hunkCount: number
  openHunks: number
  /** comments that nobody resolved, and those of them whose lines an agent changed since */
  openComments: number
  answeredComments: number
  state: ChangesetState
  snoozedUntil: number | null
  assignee: Actor | null
  /** grows with every change of what is shown of it here */
  revision: number
}

/** The place of a finding in a hunk's added lines; never the text. */
export interface HunkFinding {
  /** of the stored finding, by which its status is read */
  id: string
  rule: ScanRule
  /** from 1, in the text after the change */
  line: number
  /** UTF-16 units of the line, from 0; the end is exclusive */
  from: number
  to: number
  /** the last line, if it is another one; the end is then of the first */
  toLine?: number
  /** the end's column in the last line */
  toColumn?: number
}

/** A run of consecutive removed lines that had the same fate. */
export type FateRun = [fate: RemovedLineFate, count: number]

/** A hunk as it was examined: why it is to be read, or why not. */
export interface ExaminedHunk extends Hunk {
  level: Level
  reasons: Reason[]
  routine: Routine | null
  lostLines: number
  /** the fates of the lines that it removed, in order, as runs; left out: not known */
  fates?: FateRun[]
  /** characters of the lines that it removed and added; left out: not known */
  size?: number
  findings: HunkFinding[]
}

/** A changeset's change of a memory, as last examined. */
export interface ExaminedMemory {
  memoryKey: number
  /** the sequence of the changeset's last version of it */
  through: number
  /** null: it ended as it began, or a content was redacted */
  kind: ChangeKind | null
  level: Level
  addedLines: number
  removedLines: number
  lostLines: number
  hunks: ExaminedHunk[]
}
