import type { WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { commonLines } from '@/lib/text/line-hunks'
import type { StoreTransaction } from './store-transaction'

/** A version whose text a redaction changes: what it was, and what it is; null: nothing is left. */
export interface RedactedText {
  memoryKey: number
  sequence: number
  before: string | null
  after: string | null
}

interface FoundRow {
  key: number
  from_line: number
  to_line: number
}

/**
 * Forgets what was found in lines that a redaction takes away, with what people said of it. What was
 * found in the other lines of the version moves with them, and what was found in its path stays.
 */
export async function forgetFindings(
  { sql }: StoreTransaction,
  { memoryKey, sequence, before, after }: RedactedText,
): Promise<void> {
  await forgetBands(sql, memoryKey, sequence)
  const found = await sql.all<FoundRow>(
    `SELECT key, from_line, to_line FROM findings
     WHERE memory_key = ? AND sequence = ? AND from_line > 0`,
    [memoryKey, sequence],
  )
  if (found.length === 0) return
  const kept = before === null || after === null ? [] : commonLines(before, after)
  const places = new Map(kept.map((pair) => [pair.before + 1, pair.after + 1]))
  for (const { key, from_line, to_line } of found) {
    const from = places.get(from_line)
    const isKept = from !== undefined && places.get(to_line) === from + to_line - from_line
    if (!isKept) {
      await sql.run('DELETE FROM findings WHERE key = ?', [key])
    } else if (from !== from_line) {
      const moved = from - from_line
      await sql.run(
        `UPDATE findings SET from_line = from_line + ?, to_line = to_line + ?,
           other_line = other_line + ? WHERE key = ?`,
        [moved, moved, moved, key],
      )
    }
  }
}

/** Forgets what was found in the paths of versions that a redaction moves to another. */
export async function forgetFindingsInPaths(
  { sql, storeKey }: StoreTransaction,
  sequences: readonly number[],
): Promise<void> {
  for (const part of chunked(sequences, VERSIONS_PER_QUERY)) {
    await sql.run(
      `DELETE FROM findings WHERE store_key = ? AND from_line = 0
         AND sequence IN (${part.map(() => '?').join(', ')})`,
      [storeKey, ...part],
    )
  }
}

const VERSIONS_PER_QUERY = 500

/**
 * Forgets what a memory has in common with others, unless that is known of a version after the
 * redacted one: then nothing of this one is in it.
 */
async function forgetBands(sql: WriteSql, memoryKey: number, sequence: number): Promise<void> {
  await sql.run(
    `DELETE FROM memory_bands WHERE memory_key = ? AND NOT EXISTS (
       SELECT 1 FROM memories m JOIN store_scans x ON x.store_key = m.store_key
       WHERE m.key = ? AND m.head_sequence > ? AND x.signed_sequence >= m.head_sequence)`,
    [memoryKey, memoryKey, sequence],
  )
}
