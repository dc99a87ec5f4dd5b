import type { ReactNode } from 'react'
import type { ShownWriter } from '@/components/history/shown-writer'
import type { ChangeKind } from '@/components/ui/change-letter'
import type { GroupSize } from '@/lib/store/changes/count-group'
import type { BatchKind } from '@/lib/store/model/memory-version'

/** A change as the log shows it; what it has nothing of is left out. */
export interface ShownChange {
  id: string
  kind: ChangeKind
  isRedacted?: true
  /** left out: it is redacted */
  path?: string
  /** of a renamed memory */
  pathBefore?: string
  /** the first line that it changed, as it may be seen */
  line?: { sign: 'added' | 'removed'; text: string }
  /** why no line is shown, in words */
  silence?: string
  added?: number
  removed?: number
  /** if its difference is unfolded: that, and the number of its version */
  open?: { ordinal: number; difference: ReactNode }
}

/** Changes that were made together. */
export interface ShownGroup {
  /** when, in milliseconds since 1970 */
  at: number
  changes: readonly ShownChange[]
  /** who is marked as having made them, by the index among the writers */
  writer: number
  /** their name as the sentence says it, and the log of what they did */
  name: string
  actorHref: string
  deed: BatchKind | 'created' | 'deleted' | 'changed'
  /** of the whole group, of which `changes` may be a part */
  size: GroupSize
  /** the session, the address of the call in it, whether its conversation is here, and its title */
  session?: { id: string; href: string; isHere: boolean; title?: string }
  /** the store, if those of several are listed */
  store?: { id: string; name: string }
  /** the first line of what was said of them */
  said?: string
  /** the address at which they are undone, and what that undoes */
  undo?: string
  undoes?: 'session' | 'changes'
}

/** The changes of the log as they are sent: what its script makes of them is five times as large. */
export interface ShownLog {
  days: readonly { name: string; groups: readonly ShownGroup[] }[]
  writers: readonly Pick<ShownWriter, 'look' | 'label'>[]
  /** words for the kinds of changes */
  kinds: Readonly<Record<ChangeKind | 'redacted', string>>
  undoWord: string
  /** words for the path of a redacted change */
  noPath: string
  /** the address at which a change is unfolded, split at its id, and at which none is */
  openAddress: readonly [string, string]
  closedAddress: string
  /** the log of one session, split at its id */
  sessionAddress: readonly [string, string]
}
