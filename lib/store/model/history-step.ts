/** One change that a moment of a history made to a path. */
export type HistoryStep =
  /**
   * creates the memory, or replaces its content; `isAgain`: writes a version even if the content is
   * the same
   */
  | { op: 'write'; path: string; content: string; expected?: Expected; isAgain?: boolean }
  /** renames a memory; with `content`, updates it as well */
  | { op: 'rename'; from: string; path: string; content?: string | undefined; expected?: Expected }
  | { op: 'delete'; path: string; expected?: Expected }
  /** restores a deleted memory under its id */
  | { op: 'revive'; memoryId: string; path: string; content: string }

/** The expected content of the path: its hash, null for nothing; left out: anything. */
export type Expected = string | null | undefined

/** A version that a step wrote; null where nothing had to change. */
export interface AppliedStep {
  path: string
  memoryId: string
  versionId: string | null
  /** the sequence of the memory's head after the step */
  sequence: number
  /** hash of its content after the step; null when it was deleted */
  sha256: string | null
  /** what the store's policy made of an agent's step; null: it was written as it is */
  kept: { as: 'masked' | 'quarantined'; ruleId: string | null } | null
}
