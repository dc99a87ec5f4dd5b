import type { GroupSize } from '@/lib/store/changes/count-group'
import { belongsTo, type GroupedChange } from '@/lib/store/model/change-group'
import type { MemoryVersion } from '@/lib/store/model/memory-version'

/** Changes that were made together, the newest first. */
export type ChangeGroup = readonly [MemoryVersion, ...MemoryVersion[]]

/** Groups of a day. */
export interface ChangeDay {
  /** days since 1970 */
  day: number
  groups: ChangeGroup[]
}

const DAY_MS = 86_400_000

/**
 * Joins neighbouring changes of a store that were made together: a batch, a seeding, a session
 * without a long pause. `changes` are in order of time, the newest first; so are the days.
 */
export function groupChanges(changes: readonly MemoryVersion[]): ChangeDay[] {
  const groups: [MemoryVersion, ...MemoryVersion[]][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const newer = last?.at(-1)
    if (last && newer && isTogether(newer, change)) last.push(change)
    else groups.push([change])
  }
  const days: ChangeDay[] = []
  for (const group of groups) {
    const day = Math.floor(group[0].createdAt / DAY_MS)
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] })
    days.at(-1)?.groups.push(group)
  }
  return days
}

function isTogether(newer: MemoryVersion, older: MemoryVersion): boolean {
  return newer.storeId === older.storeId && belongsTo(groupedChange(newer), groupedChange(older))
}

function groupedChange(change: MemoryVersion): GroupedChange {
  const { createdBy, sessionId, batch, createdAt: at } = change
  return { actorId: createdBy.id, sessionId, batch, at }
}

/** The size of a group that is listed whole. */
export function sizeOf(group: ChangeGroup): GroupSize {
  const memoryCount = new Set(group.map(({ memoryId }) => memoryId)).size
  return { changeCount: group.length, memoryCount, isCut: false }
}
