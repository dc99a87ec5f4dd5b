import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { applyDelta, encodeDelta } from '@/lib/text/delta'

/**
 * How a version's bytes lie in `version_contents`. A new version is written as it is; once it
 * settles (core/settle) the head is deflated and what it superseded becomes a delta against it, so
 * a chain of deltas leads forward in time to a whole content.
 */
const RAW = 0
const DEFLATED = 1
const DELTA = 2
const DEFLATED_DELTA = 3

/** Every n-th version of a memory stays whole, so that reading one applies at most n − 1 deltas. */
export const KEYFRAME_INTERVAL = 32

/** Deflating less gains nothing worth the time. */
const MIN_DEFLATED_BYTES = 128

interface ContentRow {
  encoding: number
  bytes: Buffer
}

export interface EncodedContent {
  encoding: number
  baseSequence: number | null
  bytes: Uint8Array
}

const READ_CHAIN = `WITH RECURSIVE chain(encoding, base_sequence, bytes, depth) AS (
    SELECT encoding, base_sequence, bytes, 0 FROM version_contents
    WHERE store_key = ? AND sequence = ?
  UNION ALL
    SELECT c.encoding, c.base_sequence, c.bytes, chain.depth + 1
    FROM chain JOIN version_contents c ON c.store_key = ? AND c.sequence = chain.base_sequence
  )
  SELECT encoding, bytes FROM chain ORDER BY depth DESC`

/** The bytes of a version; null when it has none: deleted, or redacted. */
export async function readContent(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<Buffer | null> {
  const chain = await sql.all<ContentRow>(READ_CHAIN, [storeKey, sequence, storeKey])
  let bytes: Buffer | null = null
  for (const row of chain) bytes = decode(row, bytes)
  return bytes
}

/** As `readContent`, as text. */
export async function readText(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<string | null> {
  return (await readContent(sql, storeKey, sequence))?.toString('utf8') ?? null
}

/** A stored row that is whole in itself, as text: what a head's row always is. */
export function decodeWhole(encoding: number, bytes: Buffer): string {
  return decode({ encoding, bytes }, null).toString('utf8')
}

function decode(row: ContentRow, base: Buffer | null): Buffer {
  if (row.encoding === RAW) return row.bytes
  if (row.encoding === DEFLATED) return inflateRawSync(row.bytes)
  if (base === null) throw new Error('a stored delta has no base')
  return applyDelta(base, row.encoding === DELTA ? row.bytes : inflateRawSync(row.bytes))
}

export function rawContent(bytes: Uint8Array): EncodedContent {
  return { encoding: RAW, baseSequence: null, bytes }
}

export function wholeContent(bytes: Buffer): EncodedContent {
  const small = deflated(bytes)
  return small ? { encoding: DEFLATED, baseSequence: null, bytes: small } : rawContent(bytes)
}

/** `target` as a delta against the version `baseSequence`, or whole where that is smaller. */
export function deltaContent(base: Buffer, target: Buffer, baseSequence: number): EncodedContent {
  const delta = encodeDelta(base, target)
  const small = deflated(delta)
  const encoded: EncodedContent = small
    ? { encoding: DEFLATED_DELTA, baseSequence, bytes: small }
    : { encoding: DELTA, baseSequence, bytes: delta }
  if (encoded.bytes.length < target.length / 4) return encoded
  const whole = wholeContent(target)
  return whole.bytes.length <= encoded.bytes.length ? whole : encoded
}

function deflated(bytes: Buffer): Buffer | null {
  if (bytes.length < MIN_DEFLATED_BYTES) return null
  const small = deflateRawSync(bytes)
  return small.length < bytes.length ? small : null
}

export async function insertContent(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
  content: EncodedContent,
): Promise<void> {
  await tx.run(
    `INSERT INTO version_contents (store_key, sequence, encoding, base_sequence, bytes)
     VALUES (?, ?, ?, ?, ?)`,
    [storeKey, sequence, content.encoding, content.baseSequence, content.bytes],
  )
}

export async function replaceContent(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
  content: EncodedContent,
): Promise<void> {
  await tx.run(
    `UPDATE version_contents SET encoding = ?, base_sequence = ?, bytes = ?
     WHERE store_key = ? AND sequence = ?`,
    [content.encoding, content.baseSequence, content.bytes, storeKey, sequence],
  )
}
