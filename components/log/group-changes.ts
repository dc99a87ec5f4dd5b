import type { GroupSize } from '@/lib/store/changes/count-group'
import { belongsTo, type GroupedChange } from '@/lib/store/model/change-group'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { DAY_MS } from '@/lib/text/day-ms'

/** Changes that were made together, the newest first. */
export type ChangeGroup = readonly [MemoryVersion, ...MemoryVersion[]]

/** Groups of a day. */
export interface ChangeDay {
  /** days since 1970 */
  day: number
  groups: ChangeGroup[]
}

/**
 * Joins changes of a store that were made together and have none of that store between them: a
 * batch, a seeding, a session without a long pause. `changes` are in order of time, the newest first;
 * so are the days, and the groups by their newest change.
 */
export function groupChanges(changes: readonly MemoryVersion[]): ChangeDay[] {
  const groups: [MemoryVersion, ...MemoryVersion[]][] = []
  const open = new Map<string, [MemoryVersion, ...MemoryVersion[]]>()
  for (const change of changes) {
    const last = open.get(change.storeId)
    const newer = last?.at(-1)
    if (last && newer && belongsTo(groupedChange(newer), groupedChange(change))) {
      last.push(change)
      continue
    }
    const begun: [MemoryVersion] = [change]
    groups.push(begun)
    open.set(change.storeId, begun)
  }
  const days: ChangeDay[] = []
  for (const group of groups) {
    const day = Math.floor(group[0].createdAt / DAY_MS)
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] })
    days.at(-1)?.groups.push(group)
  }
  return days
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
