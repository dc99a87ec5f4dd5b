import type { Actor } from './actor'

export type Operation = 'created' | 'modified' | 'deleted'

/** One immutable state of a memory. */
export interface MemoryVersion {
  id: string
  storeId: string
  memoryId: string
  /** its number among the store's changes */
  sequence: number
  /** 1 for the memory's first version */
  ordinal: number
  operation: Operation
  /** null once redacted */
  path: string | null
  /** null when not requested, deleted, redacted or damaged */
  content: string | null
  /** set if its content was requested and is damaged */
  isDamaged?: true
  sha256: string | null
  size: number | null
  createdAt: number
  createdBy: Actor
  sessionId: string | null
  toolUseId: string | null
  /** the program that wrote it, as it named itself */
  client: string | null
  /** the batch that it was part of */
  batch: VersionBatch | null
  /** when it was emptied */
  redactedAt: number | null
  redactedBy: Actor | null
  /** when a redaction last removed a text from it and kept the rest */
  rewrittenAt: number | null
  rewrittenBy: Actor | null
}

export type BatchKind =
  | 'restore'
  | 'undo'
  | 'seed'
  | 'history'
  | 'move'
  | 'remove'
  | 'redact'
  | 'review'
  /** files of a watched folder that changed together */
  | 'folder'
  /** what a branch brought back to its origin */
  | 'merge'

export interface VersionBatch {
  id: string
  kind: BatchKind
  /** the source's message: a commit's */
  message: string | null
  /** its id in the source: a commit's or a version's */
  reference: string | null
}
