import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { applyDelta, encodeDelta, encodeSplice } from '@/lib/text/delta'

/**
 * How a version's bytes are stored in `version_contents`. A new version is stored raw, or, if
 * little of it is new, as a delta against the one that it supersedes; once it is compressed
 * (core/compress-versions) the head is deflated and its predecessor becomes a delta against it, so
 * that compressed versions lead forward in time, through a chain of deltas, to a whole content.
 */
const RAW = 0
const DEFLATED = 1
const DELTA = 2
const DEFLATED_DELTA = 3

/** Every n-th version of a memory is stored whole, so that reading one applies at most n − 1 deltas. */
export const KEYFRAME_INTERVAL = 32

/** Of uncompressed versions every n-th is whole, since reading the head goes through them. */
const UNCOMPRESSED_CHAIN = 8

/** A shorter content is written just as fast whole. */
const MIN_SPLICED_BYTES = 4096

/** Deflating less saves too little for the time. */
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

/**
 * The bytes are joined at the end: rows in a recursion are copied at each step. CROSS JOIN, because
 * SQLite then begins with the left side, and otherwise with the whole store.
 */
const READ_CHAIN = `WITH RECURSIVE chain(sequence, base_sequence, depth) AS (
    SELECT sequence, base_sequence, 0 FROM version_contents WHERE store_key = ? AND sequence = ?
  UNION ALL
    SELECT c.sequence, c.base_sequence, chain.depth + 1
    FROM chain JOIN version_contents c ON c.store_key = ? AND c.sequence = chain.base_sequence
  )
  SELECT c.encoding, c.bytes, chain.depth
  FROM chain CROSS JOIN version_contents c
  WHERE c.store_key = ? AND c.sequence = chain.sequence`

/** The bytes of a version; null if it has none: deleted, or redacted. */
export async function readContent(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<Buffer | null> {
  const row = await sql.get<ContentRow & { base_sequence: number | null }>(
    'SELECT encoding, base_sequence, bytes FROM version_contents WHERE store_key = ? AND sequence = ?',
    [storeKey, sequence],
  )
  if (!row) return null
  const { base_sequence: base } = row
  return decodeContent(row, base === null ? null : await readBase(sql, storeKey, base))
}

async function readBase(sql: Sql, storeKey: number, sequence: number): Promise<Buffer | null> {
  const chain = await sql.all<ContentRow & { depth: number }>(READ_CHAIN, [
    storeKey,
    sequence,
    storeKey,
    storeKey,
  ])
  const fromTheWhole = chain.sort((one, other) => other.depth - one.depth)
  return fromTheWhole.reduce<Buffer | null>((base, row) => decodeContent(row, base), null)
}

/** Like `readContent`, as text. */
export async function readText(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<string | null> {
  return (await readContent(sql, storeKey, sequence))?.toString('utf8') ?? null
}

/** Versions whose contents one statement reads. */
export const CONTENTS_A_PAGE = 64

interface ChainRow extends ContentRow {
  sequence: number
  base_sequence: number | null
}

/**
 * The bytes of several versions of a store, by sequence; those without content are left out. Their
 * delta bases are read by the same statement and decoded once, so versions of one memory cost
 * little more than the longest of them. For `giveWay` see lib/turns.
 */
export async function readContents(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
  giveWay: () => Promise<void>,
): Promise<Map<number, Buffer>> {
  const contents = new Map<number, Buffer>()
  for (let from = 0; from < sequences.length; from += CONTENTS_A_PAGE) {
    const some = sequences.slice(from, from + CONTENTS_A_PAGE)
    const rows = await sql.all<ChainRow>(READ_CHAINS, [
      ...some,
      ...Array<number>(CONTENTS_A_PAGE - some.length).fill(0),
      storeKey,
      storeKey,
      storeKey,
    ])
    const decoded = new Chains(rows, giveWay)
    for (const sequence of some) {
      const bytes = await decoded.contentOf(sequence)
      if (bytes) contents.set(sequence, bytes)
    }
  }
  return contents
}

/** Like READ_CHAIN, for many at once; UNION reads shared bases once. */
const READ_CHAINS = `WITH RECURSIVE asked(sequence) AS (
    VALUES ${Array<string>(CONTENTS_A_PAGE).fill('(CAST(? AS BIGINT))').join(', ')}
  ), chain(sequence, base_sequence) AS (
    SELECT c.sequence, c.base_sequence
    FROM asked CROSS JOIN version_contents c WHERE c.store_key = ? AND c.sequence = asked.sequence
  UNION
    SELECT c.sequence, c.base_sequence
    FROM chain JOIN version_contents c ON c.store_key = ? AND c.sequence = chain.base_sequence
  )
  SELECT c.sequence, c.base_sequence, c.encoding, c.bytes
  FROM chain CROSS JOIN version_contents c
  WHERE c.store_key = ? AND c.sequence = chain.sequence`

/** Chained rows, decoded on demand. */
class Chains {
  private readonly rows: ReadonlyMap<number, ChainRow>
  private readonly decoded = new Map<number, Buffer>()

  constructor(
    rows: readonly ChainRow[],
    private readonly giveWay: () => Promise<void>,
  ) {
    this.rows = new Map(rows.map((row) => [row.sequence, row]))
  }

  async contentOf(sequence: number): Promise<Buffer | null> {
    const chain: ChainRow[] = []
    let base: Buffer | null = null
    for (let at: number | null = sequence; at !== null;) {
      base = this.decoded.get(at) ?? null
      const row: ChainRow | undefined = base ? undefined : this.rows.get(at)
      if (row) chain.push(row)
      at = row?.base_sequence ?? null
    }
    for (const row of chain.reverse()) {
      base = decodeContent(row, base)
      this.decoded.set(row.sequence, base)
      await this.giveWay()
    }
    return base
  }
}

/** Decodes a row; `base`: the content that it is a delta against. */
export function decodeContent(row: ContentRow, base: Buffer | null): Buffer {
  if (row.encoding === RAW) return row.bytes
  if (row.encoding === DEFLATED) return inflateRawSync(row.bytes)
  if (base === null) throw new Error('a stored delta has no base')
  return applyDelta(base, row.encoding === DELTA ? row.bytes : inflateRawSync(row.bytes))
}

export function rawContent(bytes: Uint8Array): EncodedContent {
  return { encoding: RAW, baseSequence: null, bytes }
}

/** The new stored form of a superseded content; `ordinal` numbers the memory's versions. */
export function supersedingContent(
  bytes: Buffer,
  superseded: { bytes: Buffer; sequence: number },
  ordinal: number,
): EncodedContent {
  if (bytes.length < MIN_SPLICED_BYTES || ordinal % UNCOMPRESSED_CHAIN === 0)
    return rawContent(bytes)
  const delta = encodeSplice(superseded.bytes, bytes)
  if (delta.length > bytes.length / 2) return rawContent(bytes)
  return { encoding: DELTA, baseSequence: superseded.sequence, bytes: delta }
}

export function wholeContent(bytes: Buffer): EncodedContent {
  const small = deflated(bytes)
  return small ? { encoding: DEFLATED, baseSequence: null, bytes: small } : rawContent(bytes)
}

/** `target` as a delta against the version `baseSequence`, or whole if that is smaller. */
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
  await tx.later(
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

/** Stores a version whole if it is a delta. */
export async function storeWhole(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
  bytes: Buffer,
): Promise<void> {
  await tx.run(
    `UPDATE version_contents SET encoding = ?, base_sequence = NULL, bytes = ?
     WHERE store_key = ? AND sequence = ? AND base_sequence IS NOT NULL`,
    [RAW, bytes, storeKey, sequence],
  )
}
