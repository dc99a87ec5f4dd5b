import type { Writer } from '../model/actor'

/**
 * What puts a store right is one notion: a plan that the server computes, the page draws, and one
 * verb does. Here are its types; what each kind asks and answers stands in the files beside.
 */

/** One step of a change. `expected`: the SHA-256 that stands there; null: nothing does. */
export type Step =
  /** `isAgain`: a version even where the same stands there, as an imported history may have it */
  | { op: 'write'; path: string; content: string; expected: string | null; isAgain?: boolean }
  | { op: 'rename'; from: string; path: string; expected: string; content?: string }
  | { op: 'delete'; path: string; expected: string }
  /** a deleted memory comes back under its id; `path` must be free */
  | { op: 'revive'; memoryId: string; path: string; content: string }

/** What a memory is at one time, without its text. */
export interface State {
  path: string
  sha256: string
  size: number
}

/** One end of a comparison: a store, at a number of its changes or now. */
export interface End {
  storeId: string
  at?: number
}

/** Lines that a version brought, the first and the last; they count from 1. */
export interface LinesRef {
  versionId: string
  from: number
  to: number
}

/** `hunks`: by their places between two texts, `of`: what the SHA-256 of each begins with. */
type TakenRow = { path: string; text?: string; hunks?: number[]; of?: [string, string] }

/** What is asked for. Offsets and texts of steps are computed from it, never sent by a client. */
export type Ask =
  | { kind: 'restore'; at: number }
  | {
      kind: 'undo'
      sessionId?: string
      batchId?: string
      versionIds?: string[]
      lines?: LinesRef[]
    }
  | { kind: 'take_over'; from: End; rows: TakenRow[] }
  | { kind: 'seed'; jobId: string; withHistory: boolean }
  | { kind: 'move'; moves: { from: string; to: string }[] }
  | { kind: 'delete'; memoryIds: string[] }

export type PlanKind = Ask['kind']

export type AskOf<Kind extends PlanKind> = Extract<Ask, { kind: Kind }>

export type PlanGroup = 'change' | 'conflict' | 'keep' | 'cannot'

export type PlanOperation = 'created' | 'modified' | 'renamed' | 'deleted' | 'revived'

/** Why a row is kept as it is, or cannot be done; a source's reasons are those of lib/transfer. */
export type PlanReason = 'redacted' | 'damaged' | 'path_taken' | 'limit_reached' | (string & {})

export interface PlanRow {
  /** the memory's id; of a new one its path */
  id: string
  memoryId: string | null
  before: State | null
  after: State | null
  group: PlanGroup
  operation: PlanOperation | null
  isMerged: boolean
  /** lines */
  added: number
  removed: number
  /** conflict: who changed the same lines since, and when; left alone unless answered */
  by?: Writer
  at?: Date
  /** keep, cannot */
  reason?: PlanReason
  /** seed: it may hold what was redacted then; left out unless ticked */
  bringsBack?: Date
}

/** Of a seed with history. */
export interface MomentSpan {
  moments: number
  from: Date | null
  to: Date | null
  authors: number
  /** why only the last state is taken */
  reason?: 'store_changed'
}

/** Of a seed: what is told once of all its source; lib/transfer has the words. */
export interface PlanNote {
  note: string
  count: number
  /** some of those that it is about */
  names: string[]
}

export interface Plan {
  storeId: string
  ask: Ask
  /** the store's number when it was made */
  sequence: number
  rows: PlanRow[]
  /** how many memories are the same on both sides */
  same: number
  moments?: MomentSpan
  /** of a seed: how many it writes where no conflict is answered */
  versions?: number
  /** of a seed: how many tests it adds */
  memoryTests?: number
  notes?: PlanNote[]
  hash: string
}

/** A plan with what each row comes to, by its id; that stays on the server. */
export interface Planned {
  plan: Plan
  /** of rows that change */
  steps: ReadonlyMap<string, readonly Step[]>
  /** of a conflict that is answered with `take` */
  taken: ReadonlyMap<string, readonly Step[]>
  /** of one that is answered with `keep`: all but what is in conflict; nothing unless given */
  kept?: ReadonlyMap<string, readonly Step[]>
  /** of a conflict: the text that both sides come from, for a merge by hand */
  bases?: ReadonlyMap<string, string>
}

/** What becomes of a conflict: nothing, the plan's side, the store's, or a person's text. */
export type Answer = 'leave' | 'take' | 'keep' | { text: string }

/** What a person chose of a plan that was shown, by `PlanRow.id`. */
export interface Chosen {
  /** null: none was shown, and what stands by now is done */
  hash: string | null
  /** the rows that are done, with their marks: only these have to be as they were shown, whatever the hash */
  marks?: Record<string, string>
  leftOut?: string[]
  answers?: Record<string, Answer>
  /** to conflicts without an answer of their own; nothing becomes of them unless given */
  otherwise?: Answer
}

export type PlanDone =
  | { plan: Plan; batchId: string | null; versionIds: string[] }
  | { plan: Plan; jobId: string }
