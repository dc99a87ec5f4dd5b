import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { sha256Hex } from '@/lib/text/content'
import { applyDelta, encodeDelta, encodeSplice } from '@/lib/text/delta'
import { refuse } from '../model/problems'
import { sharingOf } from './sql/shared-content'
import {
  chainOf,
  chainsOf,
  type ContentRow,
  CONTENTS_PER_PAGE,
  type DescribedRow,
  type EncodedContent,
  MAX_CHAIN,
  replaceDelta,
  storedContent,
  versionsWithHash,
} from './sql/stored-content'

/**
 * Encodings of a version's bytes in `version_contents`. A new version is stored raw, or, if little
 * of it is new, as a delta against the one that it supersedes; once it is compressed
 * (compress-versions.ts) the head is deflated and its predecessor becomes a delta against it, so
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

/**
 * A version whose stored bytes are not those written: they are missing, cannot be decoded, or do
 * not have the SHA-256 that was recorded with them.
 */
export class DamagedContent {
  constructor(readonly versionId: string) {}
}

/** A version's content, or that it is damaged. */
export type StoredContent = Buffer | DamagedContent

/** Its text, or that it is damaged. */
export type StoredText = string | DamagedContent

/**
 * The bytes of a version; null if it has none: deleted, or redacted. Refuses `version_damaged`.
 */
export async function readContent(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<Buffer | null> {
  const content = await readStored(sql, storeKey, sequence)
  return content && soundContent(content)
}

/** Refuses `version_damaged`. */
function soundContent(content: StoredContent): Buffer {
  if (Buffer.isBuffer(content)) return content
  return refuse({ kind: 'version_damaged', versionId: content.versionId })
}

/** Refuses `version_damaged`. */
export function soundText(text: StoredText): string {
  if (typeof text === 'string') return text
  return refuse({ kind: 'version_damaged', versionId: text.versionId })
}

/** Like `readContent`, for who goes on without it. */
export async function readStored(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<StoredContent | null> {
  const row = await storedContent(sql, storeKey, sequence)
  if (!row) return null
  if (row.bytes === null) return (await sharedContent(sql, storeKey, row)) ?? lostContent(row)
  return row.baseSequence === null
    ? checkedContent(row, decodedOrNot(row, null))
    : readChain(sql, storeKey, sequence)
}

/** All of it by one statement: a redaction meanwhile may rewrite what it is a delta against. */
async function readChain(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<StoredContent | null> {
  const chain = await chainOf(sql, storeKey, sequence)
  const [own] = chain
  if (!own) return null
  const isCircle = chain.length > MAX_CHAIN
  const end = isCircle ? null : (chain.at(-1)?.baseSequence ?? null)
  const base = await sharedBase(sql, storeKey, end)
  return checkedContent(
    own,
    chain.reduceRight<Buffer | null>((base, row) => decodedOrNot(row, base), base),
  )
}

/** The end of a chain of deltas, if that is a version which a branch shares with its origin. */
async function sharedBase(
  sql: Sql,
  storeKey: number,
  sequence: number | null,
): Promise<Buffer | null> {
  if (sequence === null) return null
  const content = await readStored(sql, storeKey, sequence)
  return Buffer.isBuffer(content) ? content : null
}

/**
 * The content of a version that a branch has none of its own of: that of its origin, or that of the
 * origin's own origin. Null: the store is no branch, or there is no such content.
 */
async function sharedContent(
  sql: Sql,
  storeKey: number,
  { sequence, sha256, id }: DescribedRow,
): Promise<StoredContent | null> {
  if (sha256 === null) return null
  const branch = await sharingOf(sql, storeKey)
  if (!branch || sequence > branch.sequence) return null
  const content = await readStored(sql, branch.originKey, sequence)
  if (Buffer.isBuffer(content) && sha256Hex(content) === sha256) return content
  // Redacted in the origin while it was read: then it is the branch's own by now.
  const own = await storedContent(sql, storeKey, sequence)
  if (!own || own.sha256 === null) return null
  if (own.bytes === null || own.baseSequence !== null) return new DamagedContent(id)
  return checkedContent(own, decodedOrNot(own, null))
}

/** Deleted and redacted versions have no SHA-256, and nothing is missing from them. */
const lostContent = ({ id, sha256 }: DescribedRow) =>
  sha256 === null ? null : new DamagedContent(id)

export async function isDamaged(sql: Sql, storeKey: number, sequence: number): Promise<boolean> {
  return (await readStored(sql, storeKey, sequence)) instanceof DamagedContent
}

/** Compares what was decoded (null: nothing could be) with what its version's row says. */
export function checkedContent(
  { id, sha256 }: Pick<DescribedRow, 'id' | 'sha256'>,
  decoded: Buffer | null,
): StoredContent {
  return decoded && sha256Hex(decoded) === sha256 ? decoded : new DamagedContent(id)
}

/** Like `readContent`, as text. */
export async function readText(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<string | null> {
  return (await readContent(sql, storeKey, sequence))?.toString('utf8') ?? null
}

/** Like `readStored`, as text. */
export async function readStoredText(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<StoredText | null> {
  return storedText(await readStored(sql, storeKey, sequence))
}

export function storedText(content: StoredContent | null | undefined): StoredText | null {
  return Buffer.isBuffer(content) ? content.toString('utf8') : (content ?? null)
}

/**
 * The contents of several versions of a store, by sequence; those without content are left out.
 * Their delta bases are read by the same statement and decoded once, so versions of one memory cost
 * little more than the longest of them. For `maybeYield` see lib/turns.
 */
export async function readContents(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
  maybeYield: () => Promise<void>,
): Promise<Map<number, StoredContent>> {
  const contents = new Map<number, StoredContent>()
  for (const some of chunked(sequences, CONTENTS_PER_PAGE)) {
    const sharedBaseOf = (sequence: number) => sharedBase(sql, storeKey, sequence)
    const decoded = new Chains(await chainsOf(sql, storeKey, some), sharedBaseOf, maybeYield)
    for (const sequence of some) {
      const content = await decoded.contentOf(sequence)
      if (content) contents.set(sequence, content)
    }
    await addShared(sql, storeKey, { some, contents, maybeYield })
  }
  return contents
}

interface Wanted {
  some: readonly number[]
  contents: Map<number, StoredContent>
  maybeYield: () => Promise<void>
}

/**
 * Of versions that have no content of their own, those that should have one: a branch reads them
 * from its origin; else they are damaged.
 */
async function addShared(
  sql: Sql,
  storeKey: number,
  { some, contents, maybeYield }: Wanted,
): Promise<void> {
  const without = some.filter((sequence) => !contents.has(sequence))
  if (without.length === 0) return
  const rows = await versionsWithHash(sql, storeKey, without)
  if (rows.length === 0) return
  const branch = await sharingOf(sql, storeKey)
  const shared = rows.flatMap(({ sequence }) =>
    branch && sequence <= branch.sequence ? sequence : [],
  )
  const lent = branch
    ? await readContents(sql, branch.originKey, shared, maybeYield)
    : new Map<number, StoredContent>()
  for (const row of rows) {
    const content = lent.get(row.sequence)
    const isSame = Buffer.isBuffer(content) && sha256Hex(content) === row.sha256
    const own = isSame ? content : await readStored(sql, storeKey, row.sequence)
    if (own) contents.set(row.sequence, own)
  }
}

/** Chained rows, decoded on demand. */
class Chains {
  private readonly rows: ReadonlyMap<number, ContentRow>
  /** null: it cannot be */
  private readonly decoded = new Map<number, Buffer | null>()

  constructor(
    rows: readonly ContentRow[],
    private readonly sharedBaseOf: (sequence: number) => Promise<Buffer | null>,
    private readonly maybeYield: () => Promise<void>,
  ) {
    this.rows = new Map(rows.map((row) => [row.sequence, row]))
  }

  async contentOf(sequence: number): Promise<StoredContent | null> {
    const row = this.rows.get(sequence)
    return row ? checkedContent(row, await this.decode(sequence)) : null
  }

  /**
   * Decodes a version by its chain of deltas. The caller checks the hash: what a delta copies may
   * still be sound.
   */
  private async decode(sequence: number): Promise<Buffer | null> {
    const chain: ContentRow[] = []
    let base: Buffer | null = null
    for (let at: number | null = sequence; at !== null && chain.length <= MAX_CHAIN;) {
      base = this.decoded.get(at) ?? null
      const row: ContentRow | undefined = base ? undefined : this.rows.get(at)
      if (row) chain.push(row)
      else base ??= await this.sharedBaseOf(at)
      at = row?.baseSequence ?? null
    }
    for (const row of chain.reverse()) {
      base = decodedOrNot(row, base)
      this.decoded.set(row.sequence, base)
      await this.maybeYield()
    }
    return base
  }
}

type Encoded = Pick<ContentRow, 'encoding' | 'bytes'>

/** Decodes a row; `base`: the content that it is a delta against. Null: it is damaged. */
export function decodedOrNot(row: Encoded, base: Buffer | null): Buffer | null {
  try {
    return decodeContent(row, base)
  } catch {
    return null
  }
}

/** Throws what is wrong with damaged bytes, in the words of whatever noticed it. */
function decodeContent(row: Encoded, base: Buffer | null): Buffer {
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
  const small = deflateRawSync(bytes, deflatingFor(bytes.length))
  return small.length < bytes.length ? small : null
}

/** The largest window of the format, and the smallest that zlib takes, in bits. */
const MAX_WINDOW_BITS = 15
const MIN_WINDOW_BITS = 9

/** zlib's own tables take longer to clear than a small content takes to deflate: they fit its length. */
function deflatingFor(length: number): ZlibOptions {
  if (length > 2 ** (MAX_WINDOW_BITS - 2)) return {}
  const windowBits = Math.max(Math.ceil(Math.log2(length)), MIN_WINDOW_BITS)
  return { windowBits, memLevel: 6, chunkSize: length + 64 }
}

/** Stores a version whole if it is a delta. */
export async function storeWhole(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
  bytes: Buffer,
): Promise<void> {
  await replaceDelta(tx, storeKey, sequence, rawContent(bytes))
}
