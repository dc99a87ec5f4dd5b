import type { ReactNode } from 'react'
import type { SessionAgent } from '@/lib/agent/session-titles'
import type { GroupSize } from '@/lib/store/changes/count-group'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import type { ToldChange } from '@/lib/store/events/tell-changes'

/** The changes of the log, with what their rows are made of. */
export interface ChangeGroupsProps {
  changes: readonly MemoryVersion[]
  /** of groups of which the page may hold a part only, by their first change on it */
  sizes: ReadonlyMap<string, GroupSize>
  /** excerpts of the changes, by version id */
  told: ReadonlyMap<string, ToldChange>
  /** names of actors and of stores, by id */
  names: ReadonlyMap<string, string>
  /** the sessions of this server; what these and observed ones are called or were asked first */
  agents: ReadonlyMap<string, SessionAgent>
  titles: ReadonlyMap<string, string>
  stores: ReadonlyMap<string, string>
  /** the one store whose changes are listed; null: those of several */
  chosenStore: string | null
  now: number
  /** the version whose difference is unfolded; null: none */
  opened: string | null
  /** the page with another version unfolded, or narrowed to an actor or a session */
  addressOf: (change: { open: string | null } | { actor: string } | { session: string }) => string
  diffOf: (change: MemoryVersion) => ReactNode
}
