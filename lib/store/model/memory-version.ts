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
  /** null when it was not asked for, is deleted or redacted */
  content: string | null
  sha256: string | null
  size: number | null
  createdAt: number
  createdBy: Actor
  sessionId: string | null
  toolUseId: string | null
  /** what it was part of */
  batch: VersionBatch | null
  /** when it was emptied */
  redactedAt: number | null
  redactedBy: Actor | null
  /** when a redaction last took a text out of it and left the rest */
  rewrittenAt: number | null
  rewrittenBy: Actor | null
}

export type BatchKind = 'restore' | 'undo' | 'seed' | 'history' | 'move' | 'remove' | 'redact'

export interface VersionBatch {
  id: string
  kind: BatchKind
  /** what the source said of it: a commit's message */
  message: string | null
  /** where it came from: a commit's id, a version's id */
  reference: string | null
}
