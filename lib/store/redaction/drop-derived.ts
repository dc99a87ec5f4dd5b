import { chunked } from '@/lib/text/chunked'
import { commonLines } from '@/lib/text/line-hunks'
import type { StoreTransaction } from '../write/store-transaction'
import {
  deleteBands,
  deleteFinding,
  deleteFindingsInPaths,
  dropDecisions,
  findingsInLines,
  moveFinding,
  reviewedChangesets,
  setUnexamined,
} from './sql/derived'

/** Versions of a memory that a redaction emptied or rewrote: from the first to the last of them. */
export interface RedactedSpan {
  memoryKey: number
  from: number
  to: number
}

/**
 * Has the changesets examined again whose change of a memory was computed from redacted versions:
 * their hunks and findings may be others now, or none.
 */
export async function examineAgain(
  transaction: StoreTransaction,
  span: RedactedSpan,
): Promise<void> {
  for (const { changesetKey } of await reviewedFrom(transaction, span)) {
    await markUnexamined(transaction, changesetKey)
  }
}

/**
 * The same for an emptied version, of which nothing may be left: what a reviewer wrote in place of
 * lines of that change goes with it, and what was not applied yet can no longer be.
 */
export async function dropDecided(
  transaction: StoreTransaction,
  span: RedactedSpan,
): Promise<void> {
  for (const { changesetKey } of await reviewedFrom(transaction, span)) {
    await dropDecisions(transaction.sql, { changesetKey, memoryKey: span.memoryKey })
    await markUnexamined(transaction, changesetKey)
  }
}

/** The changesets in which the memory was examined, and whose first version needs one of the span. */
async function reviewedFrom({ sql }: StoreTransaction, { memoryKey, from, to }: RedactedSpan) {
  const rows = await reviewedChangesets(sql, memoryKey, from)
  return rows.filter(({ base }) => base === null || base <= to)
}

/**
 * A negative sequence has all of a changeset examined again; that it is another one than before
 * tells who is just examining it that what was read is outdated: a redaction logs an event first.
 */
async function markUnexamined(transaction: StoreTransaction, changesetKey: number): Promise<void> {
  await setUnexamined(transaction.sql, changesetKey, -transaction.sequence)
}

/** A version whose text a redaction changes: what it was, and what it is; null: nothing is left. */
export interface RedactedText {
  memoryKey: number
  sequence: number
  before: string | null
  after: string | null
}

/**
 * Drops what was found in lines that a redaction takes away, with what people said of it. What was
 * found in the other lines of the version moves with them, and what was found in its path stays.
 */
export async function dropFindings(
  { sql }: StoreTransaction,
  { memoryKey, sequence, before, after }: RedactedText,
): Promise<void> {
  // Those of a later version hold nothing of this one.
  await deleteBands(sql, memoryKey, sequence)
  const found = await findingsInLines(sql, memoryKey, sequence)
  if (found.length === 0) return
  const kept = before === null || after === null ? [] : commonLines(before, after)
  const places = new Map(kept.map((pair) => [pair.before + 1, pair.after + 1]))
  for (const { key, fromLine, toLine } of found) {
    const from = places.get(fromLine)
    const isKept = from !== undefined && places.get(toLine) === from + toLine - fromLine
    if (!isKept) await deleteFinding(sql, key)
    else if (from !== fromLine) await moveFinding(sql, key, from - fromLine)
  }
}

/** Drops what was found in the paths of versions that a redaction moves to another. */
export async function dropFindingsInPaths(
  { sql, storeKey }: StoreTransaction,
  sequences: readonly number[],
): Promise<void> {
  for (const part of chunked(sequences, VERSIONS_PER_QUERY)) {
    await deleteFindingsInPaths(sql, storeKey, part)
  }
}

const VERSIONS_PER_QUERY = 500
