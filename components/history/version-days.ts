import type { MemoryVersion } from '@/lib/store/model/memory-version'

/** A version in a timeline, and how it stands to its neighbours. */
export interface TimelineRow {
  version: MemoryVersion
  /** the version before it; left out: none is known */
  before: MemoryVersion | undefined
  /** the day that begins with it; null: the same as of the row above */
  day: string | null
  /** whether the same author, in the same session, wrote the row above on the same day */
  isJoined: boolean
}

/** The rows of a timeline of versions, newest first. `dayOf` tells a time's day, in words. */
export function timelineRows(
  versions: readonly MemoryVersion[],
  dayOf: (time: number) => string,
): TimelineRow[] {
  let last: string | null = null
  return versions.map((version, index) => {
    const above = versions[index - 1]
    const day = dayOf(version.createdAt)
    const isNewDay = day !== last
    last = day
    return {
      version,
      before: versions[index + 1],
      day: isNewDay ? day : null,
      isJoined: !isNewDay && above !== undefined && isTogether(above, version),
    }
  })
}

function isTogether(one: MemoryVersion, other: MemoryVersion): boolean {
  return one.createdBy.id === other.createdBy.id && one.sessionId === other.sessionId
}
