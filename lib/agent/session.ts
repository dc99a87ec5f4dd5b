import type { Actor } from '@/lib/store/model/actor'
import type { ContextState } from './context-state'
import type { ModelUsage, StopReason } from './session-event'
import type { SessionSettings } from './session-settings'

export type SessionStatus = 'idle' | 'running' | 'terminated'

/** A conversation between a person and an agent with memory stores. */
export interface Session {
  id: string
  title: string | null
  settings: SessionSettings
  metadata: Record<string, string>
  status: SessionStatus
  /** why it is idle; null before its first run, and while it runs */
  stopReason: StopReason | null
  /** number of its last event */
  lastSequence: number
  /** total of all model requests */
  usage: ModelUsage
  /** its context's size and history */
  context: ContextState
  stores: AttachedStore[]
  /** who opened it; null: no longer known */
  openedBy: Actor | null
  createdAt: number
  updatedAt: number
  archivedAt: number | null
  /** grows with everything that changes the session */
  revision: number
  /** how often a redaction took a text out of what it holds */
  redactions: number
}

/** An attached store, with its name and description at that time. */
export interface AttachedStore {
  storeId: string
  name: string
  description: string
  access: 'read_write' | 'read_only'
  /** how the agent should use it; may be empty */
  instructions: string
  /** its directory under `/memories` if several are attached */
  mountName: string
}
