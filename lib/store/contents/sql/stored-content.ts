import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Contents as they are stored: whatever reads or writes a memory does it by these, agents first. */

const CONTENT = columns('c', 'versionContent', ['encoding', 'baseSequence'])

/** A content as it is to be stored. */
export type EncodedContent = RowOf<typeof CONTENT> & { bytes: Uint8Array }

const VERSION = columns('v', 'memoryVersion', ['sequence', 'id', 'sha256'])

/** The columns of a version's row that describe its content. */
export type DescribedRow = RowOf<typeof VERSION>

/** A content with what its version's row says of it. */
export type ContentRow = DescribedRow & RowOf<typeof CONTENT> & { bytes: Buffer }

/** A version whose content is not there. */
type LostRow = DescribedRow & { [Column in keyof EncodedContent]: null }

/** One version; what it is a delta against is not read. */
export function storedContent(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<ContentRow | LostRow | undefined> {
  return sql.get<ContentRow | LostRow>(
    `SELECT ${VERSION.list}, ${CONTENT.list}, c.bytes
     FROM memory_versions v LEFT JOIN version_contents c
       ON c.store_key = v.store_key AND c.sequence = v.sequence
     WHERE v.store_key = ? AND v.sequence = ?`,
    [storeKey, sequence],
  )
}

/** More deltas than any chain has: damaged rows may lead in a circle. */
export const MAX_CHAIN = 1024

/**
 * A version, what it is a delta against, and so on, in this order. The bytes are joined at the end:
 * rows in a recursion are copied at each step. CROSS JOIN, because SQLite then begins with the left
 * side, and otherwise with the whole store.
 */
export function chainOf(sql: Sql, storeKey: number, sequence: number): Promise<ContentRow[]> {
  return sql.all<ContentRow>(
    `WITH RECURSIVE chain(sequence, base_sequence, depth) AS (
       SELECT sequence, base_sequence, 0 FROM version_contents WHERE store_key = ? AND sequence = ?
     UNION ALL
       SELECT c.sequence, c.base_sequence, chain.depth + 1
       FROM chain JOIN version_contents c ON c.store_key = ? AND c.sequence = chain.base_sequence
       WHERE chain.depth < ${MAX_CHAIN}
     )
     SELECT ${VERSION.list}, ${CONTENT.list}, c.bytes
     FROM chain CROSS JOIN version_contents c CROSS JOIN memory_versions v
     WHERE c.store_key = ? AND c.sequence = chain.sequence
       AND v.store_key = c.store_key AND v.sequence = c.sequence
     ORDER BY chain.depth`,
    [storeKey, sequence, storeKey, storeKey],
  )
}

/** Versions whose contents one statement reads. */
export const CONTENTS_PER_PAGE = 64

/** Always so many, so that all statements are one to the database. */
const ASKED = Array<string>(CONTENTS_PER_PAGE).fill('(CAST(? AS BIGINT))').join(', ')

/** Like `chainOf`, for as many as a page has, in no order; UNION reads shared bases once. */
export function chainsOf(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<ContentRow[]> {
  const padding = Array<number>(CONTENTS_PER_PAGE - sequences.length).fill(0)
  return sql.all<ContentRow>(
    `WITH RECURSIVE asked(sequence) AS (
       VALUES ${ASKED}
     ), chain(sequence, base_sequence) AS (
       SELECT c.sequence, c.base_sequence FROM asked CROSS JOIN version_contents c
       WHERE c.store_key = ? AND c.sequence = asked.sequence
     UNION
       SELECT c.sequence, c.base_sequence
       FROM chain JOIN version_contents c ON c.store_key = ? AND c.sequence = chain.base_sequence
     )
     SELECT ${VERSION.list}, ${CONTENT.list}, c.bytes
     FROM chain CROSS JOIN version_contents c CROSS JOIN memory_versions v
     WHERE c.store_key = ? AND c.sequence = chain.sequence
       AND v.store_key = c.store_key AND v.sequence = c.sequence`,
    [...sequences, ...padding, storeKey, storeKey, storeKey],
  )
}

/**
 * Lists those of these versions that should have a content: deleted and redacted ones have no
 * SHA-256.
 */
export function versionsWithHash(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<DescribedRow[]> {
  return sql.all<DescribedRow>(
    `SELECT ${VERSION.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.sha256 IS NOT NULL AND v.sequence IN ${oneOf(sequences)}`,
    [storeKey, ...sequences],
  )
}

/** With the next statement: nobody needs its outcome. */
export async function insertContent(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
  { encoding, baseSequence, bytes }: EncodedContent,
): Promise<void> {
  await tx.later(
    `INSERT INTO version_contents (store_key, sequence, encoding, base_sequence, bytes)
     VALUES (?, ?, ?, ?, ?)`,
    [storeKey, sequence, encoding, baseSequence, bytes],
  )
}

/** Leaves one that is there as it is. */
export async function insertIfNone(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
  { encoding, baseSequence, bytes }: EncodedContent,
): Promise<void> {
  await tx.later(
    `INSERT INTO version_contents (store_key, sequence, encoding, base_sequence, bytes)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT (store_key, sequence) DO NOTHING`,
    [storeKey, sequence, encoding, baseSequence, bytes],
  )
}

export async function replaceContent(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
  { encoding, baseSequence, bytes }: EncodedContent,
): Promise<void> {
  await tx.later(
    `UPDATE version_contents SET encoding = ?, base_sequence = ?, bytes = ?
     WHERE store_key = ? AND sequence = ?`,
    [encoding, baseSequence, bytes, storeKey, sequence],
  )
}

/** Like `replaceContent`; what a branch read from its origin becomes its own. */
export async function putContent(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
  { encoding, baseSequence, bytes }: EncodedContent,
): Promise<void> {
  await tx.later(
    `INSERT INTO version_contents (store_key, sequence, encoding, base_sequence, bytes)
     VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (store_key, sequence) DO UPDATE SET encoding = excluded.encoding,
       base_sequence = excluded.base_sequence, bytes = excluded.bytes`,
    [storeKey, sequence, encoding, baseSequence, bytes],
  )
}

/** Like `replaceContent`, if what is stored is a delta. */
export async function replaceDelta(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
  { encoding, baseSequence, bytes }: EncodedContent,
): Promise<void> {
  await tx.later(
    `UPDATE version_contents SET encoding = ?, base_sequence = ?, bytes = ?
     WHERE store_key = ? AND sequence = ? AND base_sequence IS NOT NULL`,
    [encoding, baseSequence, bytes, storeKey, sequence],
  )
}
