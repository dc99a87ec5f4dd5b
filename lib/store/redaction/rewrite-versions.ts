import type { Database } from '@/lib/db/database'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { withoutText } from '@/lib/text/without-text'
import type { Cause } from '../model/actor'
import { type ChainVersion, type Stretch, stretchesOf } from '../contents/chains'
import { emptyRow } from './empty-versions'
import { examineAgain, dropFindings } from './drop-derived'
import {
  changeStore,
  type StoreTransaction,
  logEvent,
  nextSequence,
} from '../write/store-transaction'
import { rewrittenMark } from './redact-again'
import { SearchCorrections } from '../search/search-corrections'
import { entryLines, gramsOfLines, type VersionText } from '../search/search-text'
import { dropBlame } from '../versions/keep-blame'
import { compressStore, compressWithin } from '../contents/compress-versions'
import { giveContents } from '../contents/own-contents'
import { type EncodedContent, putContent } from '../contents/sql/stored-content'
import { deltaContent, wholeContent } from '../contents/stored-content'
import { rewriteVersionRow, storedNow } from './sql/versions'

/**
 * Removes a text from earlier versions of memories, or empties those that contain it; goes on over
 * damaged ones. A memory's
 * chain is decoded once, stretch by stretch, and every delta against a changed content is stored
 * again in the same transaction, so that every version stays readable at all times.
 */

export interface RewriteVersionsInput {
  storeId: string
  storeKey: number
  memoryKeys: readonly number[]
  text: string
  replacement: string
  /** what a version that contains the text keeps */
  keeps: 'the rest' | 'nothing'
  cause: Cause
  /** called with the versions that were rewritten or emptied */
  onRewritten: (sequences: readonly number[]) => void
  maybeYield: () => Promise<void>
}

/** Versions written per transaction, approximately: others wait for its commit. */
const VERSIONS_PER_TRANSACTION = 48

/** Maximum number of attempts at a memory whose versions change meanwhile. */
const MAX_ATTEMPTS = 3

/**
 * Stops between two transactions when `maybeYield` throws; what is committed stays, and nothing is
 * half done.
 */
export async function rewriteVersions(db: Database, input: RewriteVersionsInput): Promise<void> {
  let memoryKeys = input.memoryKeys
  for (let attempt = 0; attempt < MAX_ATTEMPTS && memoryKeys.length > 0; attempt++) {
    memoryKeys = await rewriteOnce(db, { ...input, memoryKeys })
  }
}

/** Returns the memories to retry. */
async function rewriteOnce(db: Database, input: RewriteVersionsInput): Promise<number[]> {
  await compressStore(db, input.storeKey)
  const again = new Set<number>()
  let prepared: PreparedStretch[] = []
  const write = async () => {
    const together = prepared
    prepared = []
    if (await writeTogether(db, input, together)) {
      input.onRewritten(together.flatMap(({ held }) => held.map(({ sequence }) => sequence)))
    } else {
      for (const { memoryKey } of together) again.add(memoryKey)
    }
  }
  let neighbours: Neighbours = { was: null, is: null }
  let memoryKey = -1
  for await (const stretch of stretchesOf(db.bulk, input.storeKey, input.memoryKeys)) {
    if (stretch.memory.key !== memoryKey) neighbours = { was: null, is: null }
    memoryKey = stretch.memory.key
    const next = prepare(stretch, neighbours, input)
    if (next.held.length > 0 || next.entries.length > 0) prepared.push(next)
    const size = prepared.reduce((sum, { held, stored }) => sum + held.length + stored.length, 0)
    if (size >= VERSIONS_PER_TRANSACTION * 2) await write()
    await input.maybeYield()
  }
  if (prepared.length > 0) await write()
  return [...again]
}

/** The version before in the same memory, as it was and as it will be; equal if unchanged. */
interface Neighbours {
  was: VersionText | null
  is: VersionText | null
}

/** Everything to write for one stretch. */
interface PreparedStretch {
  memoryKey: number
  /** all of it, as read */
  versions: readonly ChainVersion[]
  /** versions with the text, and their new content; null: none */
  held: { version: ChainVersion; sequence: number; content: Buffer | null }[]
  stored: { sequence: number; content: EncodedContent }[]
  entries: { sequence: number; before: Int32Array; after: Int32Array }[]
}

function prepare(
  { memory, versions }: Stretch,
  neighbours: Neighbours,
  input: RewriteVersionsInput,
): PreparedStretch {
  const needle = utf8Bytes(input.text)
  const prepared: PreparedStretch = {
    memoryKey: memory.key,
    versions,
    held: [],
    stored: [],
    entries: [],
  }
  /** new content of each version that contains the text */
  const changed = new Map<number, Buffer | null>()
  for (const version of versions) {
    const { sequence, content, path } = version
    // The next entry is relative to a text that nobody knows any more: it gets all of its lines.
    if (version.isDamaged) neighbours.was = neighbours.is = null
    const isHead = memory.path !== null && memory.headSequence === sequence
    // A live memory's head is never emptied or rewritten: it gets a new version first.
    const isHeld = !isHead && holds(version, input, needle)
    const after = isHeld && content ? contentAfter(content, input) : null
    if (isHeld) {
      changed.set(sequence, after)
      prepared.held.push({ version, sequence, content: after })
    }
    if (!content) continue
    const was = textOf(path, content)
    const is = isHeld ? after && textOf(path, after) : was
    if (is !== was || neighbours.was !== neighbours.is) {
      const before = entryLines(neighbours.was, was)
      const now = is ? entryLines(neighbours.is, is) : []
      if (!isSame(before, now)) {
        prepared.entries.push({
          sequence,
          before: gramsOfLines(before),
          after: gramsOfLines(now),
        })
      }
    }
    neighbours.was = was
    neighbours.is = is ?? neighbours.is
  }
  prepared.stored = storedAnew(versions, changed)
  return prepared
}

/** Decodes the text only on demand: most versions are compared with nothing. */
function textOf(path: string | null, bytes: Buffer): VersionText {
  let content: string | null = null
  return {
    path,
    get content() {
      return (content ??= bytes.toString('utf8'))
    },
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index])
}

function holds(version: ChainVersion, input: RewriteVersionsInput, needle: Buffer): boolean {
  if (version.redactedAt !== null) return false
  if (version.content?.includes(needle)) return true
  // Paths are rewritten where they are stored (rewrite-paths.ts).
  return input.keeps === 'nothing' && (version.path?.includes(input.text) ?? false)
}

function contentAfter(content: Buffer, input: RewriteVersionsInput): Buffer | null {
  if (input.keeps === 'nothing') return null
  return utf8Bytes(withoutText(content.toString('utf8'), input.text, input.replacement))
}

/** The new stored form of the changed contents and of deltas against them; newest first. */
function storedAnew(
  versions: readonly ChainVersion[],
  changed: ReadonlyMap<number, Buffer | null>,
): PreparedStretch['stored'] {
  const stored: PreparedStretch['stored'] = []
  /** the next later version that has a content */
  let later: { sequence: number; content: Buffer } | null = null
  for (const { sequence, content: was, baseSequence: base } of [...versions].reverse()) {
    const content = changed.has(sequence) ? (changed.get(sequence) ?? null) : was
    if (!content) continue
    const isAffected = changed.has(sequence) || (base !== null && changed.has(base))
    if (isAffected) {
      const isDelta = base !== null && later !== null
      const encoded: EncodedContent =
        isDelta && later
          ? deltaContent(later.content, content, later.sequence)
          : wholeContent(content)
      stored.push({ sequence, content: encoded })
    }
    later = { sequence, content }
  }
  return stored
}

/** Writes stretches, skipping those whose versions have changed since they were read. */
async function writeTogether(
  db: Database,
  input: RewriteVersionsInput,
  stretches: readonly PreparedStretch[],
): Promise<boolean> {
  return changeStore(
    db,
    input.storeId,
    input.cause,
    async (transaction) => {
      // Only compressed versions have an index entry and are deltas against later versions only.
      await compressWithin(transaction.sql, transaction.storeKey)
      for (const stretch of stretches) if (!(await isAsRead(transaction, stretch))) return false
      const corrections = new SearchCorrections()
      for (const stretch of stretches) {
        await writeStretch(transaction, stretch, input.keeps)
        for (const { sequence, before, after } of stretch.entries) {
          corrections.add(sequence, { before, after })
        }
      }
      await corrections.execute(transaction.sql, transaction.storeKey)
      if (input.keeps === 'the rest') {
        await logRewrittenMemories(transaction, stretches)
        for (const stretch of stretches) await examineRewritten(transaction, stretch)
      }
      return true
    },
    { whenArchived: 'allow' },
  )
}

async function isAsRead(transaction: StoreTransaction, { memoryKey, versions }: PreparedStretch) {
  const first = versions[0]?.sequence ?? 0
  const last = versions.at(-1)?.sequence ?? 0
  const rows = await storedNow(transaction.sql, { memoryKey, first, last })
  return (
    rows.length === versions.length &&
    rows.every((row, index) => {
      const read = versions[index]
      return (
        read !== undefined &&
        row.sequence === read.sequence &&
        row.sha256 === read.sha256 &&
        row.redactedAt === read.redactedAt &&
        row.nodeKey === read.nodeKey &&
        row.baseSequence === read.baseSequence
      )
    })
  )
}

async function writeStretch(
  transaction: StoreTransaction,
  stretch: PreparedStretch,
  keeps: RewriteVersionsInput['keeps'],
): Promise<void> {
  const { sql, storeKey, cause, now } = transaction
  const held = stretch.held.map(({ sequence }) => sequence)
  await giveContents(sql, storeKey, held)
  for (const { sequence, content } of stretch.stored) {
    await putContent(sql, storeKey, sequence, content)
  }
  for (const { version, sequence, content } of stretch.held) {
    if (keeps === 'nothing') {
      await emptyRow(transaction, { ...version, memoryKey: stretch.memoryKey })
      continue
    }
    const sha256 = content && sha256Hex(content)
    transaction.redacted.push(rewrittenMark({ id: version.id, path: version.path, sha256 }))
    const row = { storeKey, sequence, sha256, size: content && content.length }
    await rewriteVersionRow(sql, row, { now, actor: cause.actor })
  }
}

async function examineRewritten(
  transaction: StoreTransaction,
  { memoryKey, held }: PreparedStretch,
): Promise<void> {
  const [first, last] = [held[0], held.at(-1)]
  if (!first || !last) return
  const { sql, storeKey, sequence: now } = transaction
  await dropBlame(sql, { storeKey, memoryKey }, { from: first.sequence, sequence: now })
  for (const { version, sequence, content } of held) {
    await dropFindings(transaction, {
      memoryKey,
      sequence,
      before: version.content?.toString('utf8') ?? null,
      after: content?.toString('utf8') ?? null,
    })
  }
  await examineAgain(transaction, { memoryKey, from: first.sequence, to: last.sequence })
}

/** Logs one event per memory, for the newest rewritten version, so that views of the memory reload. */
async function logRewrittenMemories(
  transaction: StoreTransaction,
  stretches: readonly PreparedStretch[],
) {
  const newest = new Map<number, number>()
  for (const { memoryKey, held } of stretches) {
    const last = held.at(-1)
    if (last) newest.set(memoryKey, last.sequence)
  }
  for (const versionSequence of newest.values()) await logRewritten(transaction, versionSequence)
}

/** Logs that a redaction rewrote versions of a memory, up to this one. */
export async function logRewritten(
  transaction: StoreTransaction,
  versionSequence: number,
): Promise<void> {
  await logEvent(transaction, nextSequence(transaction), {
    type: 'memory_versions.rewritten',
    versionSequence,
    actor: transaction.cause.actor,
  })
}
