import type { Hunk } from '../model/hunk'

/** The hunk that a row names. */
export function hunkOfRow(row: Hunk): Hunk {
  const { kind, beforeFrom, beforeCount, afterFrom, afterCount } = row
  return { kind, beforeFrom, beforeCount, afterFrom, afterCount }
}
