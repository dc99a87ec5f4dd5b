import type { Sql } from '@/lib/db/sql'
import { addedLines } from '@/lib/text/added-lines'
import { foldForSearch } from '@/lib/text/fold'
import { gramsOf } from '@/lib/text/grams'
import type { VersionRow } from '../versions/sql/version-rows'
import { firstWithContent, lastWithContent } from './sql/candidates'

/** A version with its content. */
export interface VersionText {
  path: string | null
  content: string
}

/**
 * The grams of a version's index entry: of the lines that its predecessor lacks, and of its path if
 * it changed. So a one-line text occurs in a version only if the entry of it, or of an earlier
 * version of the same memory, contains it.
 */
export function searchGrams(before: VersionText | null, after: VersionText): Int32Array {
  return gramsOfLines(entryLines(before, after))
}

/** The lines of a version's entry. */
export function entryLines(before: VersionText | null, after: VersionText): string[] {
  const lines = addedLines(before?.content ?? null, after.content)
  if (after.path !== null && after.path !== before?.path) lines.push(after.path)
  return lines
}

export function gramsOfLines(lines: readonly string[]): Int32Array {
  return gramsOf(foldForSearch(lines.join('\n')))
}

/** The newest version of the memory before a sequence that still has content. */
export function predecessor(
  sql: Sql,
  memoryKey: number,
  sequence: number,
): Promise<VersionRow | undefined> {
  return lastWithContent(sql, memoryKey, sequence)
}

/** The oldest version of the memory after a sequence that still has content. */
export function successor(
  sql: Sql,
  memoryKey: number,
  sequence: number,
): Promise<VersionRow | undefined> {
  return firstWithContent(sql, memoryKey, sequence)
}
