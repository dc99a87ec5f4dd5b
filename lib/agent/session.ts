import type { Actor } from '@/lib/store/model/actor'
import type { ContextState } from './context-state'
import type { ModelUsage, StopReason } from './session-event'
import type { SessionSettings } from './session-settings'

export type SessionStatus = 'idle' | 'running' | 'terminated'

/** A conversation between a person and an agent that has memory stores. */
export interface Session {
  id: string
  title: string | null
  settings: SessionSettings
  metadata: Record<string, string>
  status: SessionStatus
  /** why it is idle; null before its first run, and while it runs */
  stopReason: StopReason | null
  /** the number of its last event */
  lastSequence: number
  /** of all model requests together */
  usage: ModelUsage
  /** how large its context is, and what became of it */
  context: ContextState
  stores: AttachedStore[]
  /** who opened it; null: nobody knows any more */
  openedBy: Actor | null
  createdAt: number
  updatedAt: number
  archivedAt: number | null
}

/** A store as it was attached: name and description are those of that time. */
export interface AttachedStore {
  storeId: string
  name: string
  description: string
  access: 'read_write' | 'read_only'
  /** how the agent is to use it; empty where nothing was said */
  instructions: string
  /** its directory under `/memories` where several are attached */
  mountName: string
}
