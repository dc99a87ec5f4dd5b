import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'
import {
  branchesReading,
  endSharing,
  isGone,
  onlyIn,
  parentOf,
  shareWith,
  type SharingRow,
  withoutOwn,
  withoutOwnAfter,
} from './sql/shared-content'
import { waitForStore } from '../stores/sql/purged-stores'
import { lockedProgress } from './sql/compression'
import { type EncodedContent, insertIfNone } from './sql/stored-content'
import { readContents, readStored, type StoredContent, wholeContent } from './stored-content'

/**
 * A branch reads the contents of the changes that it shares from its origin. Before a content of the
 * origin changes or goes, the branches that read it get it as their own.
 */

const VERSIONS_AT_ONCE = 64

/** In the transaction that empties or rewrites versions of a store, before it does. */
export async function giveContents(
  tx: WriteSql,
  storeKey: number,
  sequences: readonly number[],
): Promise<void> {
  for (const branch of await readersOf(tx, storeKey)) {
    const shared = sequences.filter((sequence) => sequence <= branch.sequence)
    // Who redacts the branch has it locked: what is emptied there gets nothing back.
    if (shared.length > 0) await lockedProgress(tx, branch.storeKey, 'wait')
    for (const some of chunked(shared, VERSIONS_AT_ONCE)) {
      for (const { sequence } of await withoutOwn(tx, branch.storeKey, some)) {
        const content = await readStored(tx, storeKey, sequence)
        await insertOwn(tx, branch.storeKey, { sequence, content })
      }
    }
  }
}

/**
 * The branches that read from a store. Nobody reads one that is deleted, and what it is given would
 * stay until it is purged: in its place are those that read through it.
 */
async function readersOf(tx: WriteSql, storeKey: number): Promise<SharingRow[]> {
  const readers: SharingRow[] = []
  for (const branch of await branchesReading(tx, storeKey)) {
    if (!(await isGone(tx, branch.storeKey))) readers.push(branch)
    else {
      for (const below of await readersOf(tx, branch.storeKey)) {
        readers.push({ ...below, sequence: Math.min(below.sequence, branch.sequence) })
      }
    }
  }
  return readers
}

/**
 * Before a store goes: its branches get what they read from it. Where it was a branch itself, and its
 * origin is there, they are branches of that from here on, by what all three share: that is not given
 * to them, and a redaction of it reaches them.
 */
export async function giveAllContents(db: Database, storeKey: number): Promise<void> {
  for (const branch of await branchesReading(db.read, storeKey)) {
    const giving = { storeKey, branch, damaged: new Set<number>() }
    for (let isDone = false; !isDone;) {
      const parent = await parentOf(db.read, storeKey)
      await giveAfter(db, giving, parent?.sequence ?? 0)
      isDone = parent ? await passOn(db, giving, parent) : await endSharingOf(db, branch)
    }
  }
}

interface Giving {
  /** who gives */
  storeKey: number
  branch: SharingRow
  /** what could not be given: it is damaged in the branch, too */
  damaged: Set<number>
}

async function giveAfter(db: Database, giving: Giving, first: number): Promise<void> {
  const { branch } = giving
  for (let after = first; ;) {
    const upTo = branch.sequence
    const page = { storeKey: branch.storeKey, after, upTo, limit: VERSIONS_AT_ONCE }
    const rows = await withoutOwnAfter(db.bulk, page)
    const sequences = rows.map(({ sequence }) => sequence)
    await give(db, giving, sequences)
    const last = sequences.at(-1)
    if (last === undefined || rows.length < VERSIONS_AT_ONCE) return
    after = last
  }
}

/** Reads and encodes outside of the transaction: others wait only for the rows. */
async function give(
  db: Database,
  { storeKey, branch, damaged }: Giving,
  sequences: readonly number[],
): Promise<void> {
  const maybeYield = turns()
  const encoded = new Map<number, EncodedContent>()
  for (const [sequence, content] of await readContents(db.bulk, storeKey, sequences, maybeYield)) {
    if (Buffer.isBuffer(content)) encoded.set(sequence, wholeContent(content))
    await maybeYield()
  }
  for (const sequence of sequences) if (!encoded.has(sequence)) damaged.add(sequence)
  await db.write(async (tx) => {
    await lockedProgress(tx, branch.storeKey, 'wait')
    // Redacted meanwhile, or given already.
    for (const { sequence } of await withoutOwn(tx, branch.storeKey, [...encoded.keys()])) {
      const content = encoded.get(sequence)
      if (content) await insertIfNone(tx, branch.storeKey, sequence, content)
    }
  })
}

/**
 * Makes a branch one of its origin's origin. False: that changed meanwhile, or has given the origin
 * what the branch still reads from it.
 */
async function passOn(db: Database, giving: Giving, parent: SharingRow): Promise<boolean> {
  const { storeKey, branch, damaged } = giving
  const { sequence } = parent
  const wanted = { storeKey: branch.storeKey, originKey: storeKey, upTo: sequence }
  const notGiven = async (sql: Sql, limit: number) => {
    const rows = await onlyIn(sql, { ...wanted, limit: limit + damaged.size })
    return rows.flatMap((row) => (damaged.has(row.sequence) ? [] : row.sequence))
  }
  await give(db, giving, (await notGiven(db.bulk, VERSIONS_AT_ONCE)).slice(0, VERSIONS_AT_ONCE))
  return db.write(async (tx) => {
    // Its redactions give contents, and its purge looks for its branches, while they have it locked.
    await waitForStore(tx, parent.originKey)
    const now = await parentOf(tx, storeKey)
    if (now?.originKey !== parent.originKey || now.sequence !== sequence) return false
    if ((await notGiven(tx, 1)).length > 0) return false
    await shareWith(tx, branch, {
      originKey: parent.originKey,
      sequence: Math.min(branch.sequence, sequence),
    })
    tx.touch(branch.storeKey)
    return true
  })
}

async function endSharingOf(db: Database, branch: SharingRow): Promise<true> {
  await db.write((tx) => endSharing(tx, branch))
  return true
}

/** Leaves out what is damaged: it is so in the branch, too. */
async function insertOwn(
  tx: WriteSql,
  storeKey: number,
  { sequence, content }: { sequence: number; content: StoredContent | null },
): Promise<void> {
  if (!Buffer.isBuffer(content)) return
  await insertIfNone(tx, storeKey, sequence, wholeContent(content))
}
