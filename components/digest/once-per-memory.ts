import type { ReviewDigest } from '@/lib/review/model/digest'

type Row = ReviewDigest['rejected'][number]

/**
 * The rows with each memory of a changeset once, as of its newest row, and how many rows it had.
 * Memories whose path is redacted may be several.
 */
export function oncePerMemory(rows: readonly Row[]): (Row & { times: number })[] {
  const memories = new Map<string, Row & { times: number }>()
  for (const [index, row] of rows.entries()) {
    const memory = `${row.changesetId} ${row.isDeleted} ${row.path ?? index}`
    const known = memories.get(memory)
    memories.set(memory, known ? { ...known, times: known.times + 1 } : { ...row, times: 1 })
  }
  return [...memories.values()]
}
