import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { compressWithin } from '../contents/compress-versions'
import { giveContents } from '../contents/own-contents'
import { replaceContent } from '../contents/sql/stored-content'
import {
  DamagedContent,
  readStored,
  readStoredText,
  wholeContent,
  isDamaged,
} from '../contents/stored-content'
import type { Cause } from '../model/actor'
import { SearchCorrections } from '../search/search-corrections'
import { predecessor, searchGrams, successor, type VersionText } from '../search/search-text'
import { pruneNode, recallDirectories } from '../tree/tree'
import { dropBlame } from '../versions/keep-blame'
import type { VersionRow } from '../versions/sql/version-rows'
import {
  type StoreTransaction,
  logEvent,
  nextSequence,
  changeStore,
} from '../write/store-transaction'
import { dropDecided, dropFindings } from './drop-derived'
import { deleteContent, emptyVersionRow, pastVersions } from './sql/versions'

/**
 * Empties versions of a store, oldest first: content, hash, size and path are removed from every
 * table and their lines from the index, and deltas against them are stored whole. Who and when
 * stay. Damaged versions are emptied, too. The freed bytes stay in the files until the database is
 * compacted.
 */
export async function emptyVersions(
  transaction: StoreTransaction,
  versions: readonly VersionRow[],
): Promise<void> {
  const { sql, storeKey } = transaction
  // Only compressed versions have an index entry to correct.
  await compressWithin(sql, storeKey)
  const corrections = new SearchCorrections()
  for (const version of versions) {
    await dropLines(transaction, version, corrections)
    await storeDependentWhole(transaction, version)
    await emptyRow(transaction, version)
  }
  await corrections.execute(sql, storeKey)
}

/** The columns of a version's row that say where and when it stood. */
type VersionSpan = Pick<
  VersionRow,
  'id' | 'sequence' | 'memoryKey' | 'operation' | 'path' | 'nodeKey' | 'untilSequence'
>

/** Empties a version that no other is stored as a delta against. */
export async function emptyRow(transaction: StoreTransaction, version: VersionSpan): Promise<void> {
  const { sql, storeKey } = transaction
  const { sequence } = version
  await giveContents(sql, storeKey, [sequence])
  await deleteContent(sql, { storeKey, sequence })
  const by = { now: transaction.now, actor: transaction.cause.actor }
  await emptyVersionRow(sql, { storeKey, sequence }, by)
  transaction.redacted.push(version.id)
  await logEvent(transaction, nextSequence(transaction), {
    type: 'memory_version.redacted',
    versionSequence: version.sequence,
    actor: transaction.cause.actor,
  })
  const { memoryKey } = version
  const at = { from: sequence, sequence: transaction.sequence }
  await dropBlame(sql, { storeKey, memoryKey }, at)
  await dropDecided(transaction, { memoryKey, from: sequence, to: sequence })
  await dropFindings(transaction, { memoryKey, sequence, before: null, after: null })
  if (version.path === null || version.nodeKey === null) return
  const span = { since: version.sequence, until: version.untilSequence }
  if (version.operation !== 'deleted') await recallDirectories(transaction, version.path, span)
  await pruneNode(transaction, version.nodeKey)
}

/** The next version's entry held only what this one lacked; now it is relative to the version before. */
async function dropLines(
  transaction: StoreTransaction,
  version: VersionRow,
  corrections: SearchCorrections,
): Promise<void> {
  const own = await textOf(transaction, version)
  if (!own) return
  const { sql } = transaction
  const earlier = readable(
    await textOf(transaction, await predecessor(sql, version.memoryKey, version.sequence)),
  )
  const grams = (text: VersionText | 'damaged') =>
    text === 'damaged' ? new Int32Array() : searchGrams(earlier, text)
  corrections.add(version.sequence, { before: grams(own), after: new Int32Array() })
  const next = await successor(sql, version.memoryKey, version.sequence)
  const later = readable(await textOf(transaction, next))
  if (!next || !later) return
  corrections.add(next.sequence, {
    before: own === 'damaged' ? new Int32Array() : searchGrams(own, later),
    after: grams(later),
  })
}

const readable = (text: VersionText | 'damaged' | null) => (text === 'damaged' ? null : text)

async function textOf(
  transaction: StoreTransaction,
  version: VersionRow | undefined,
): Promise<VersionText | 'damaged' | null> {
  if (!version) return null
  const content = await readStoredText(transaction.sql, transaction.storeKey, version.sequence)
  if (content instanceof DamagedContent) return 'damaged'
  return content === null ? null : { path: version.path, content }
}

/** Among compressed versions only the one before can be a delta against this one. */
async function storeDependentWhole(
  transaction: StoreTransaction,
  version: VersionRow,
): Promise<void> {
  const { sql, storeKey } = transaction
  const dependent = await predecessor(sql, version.memoryKey, version.sequence)
  const bytes = dependent && (await readStored(sql, storeKey, dependent.sequence))
  if (dependent && Buffer.isBuffer(bytes))
    await replaceContent(sql, storeKey, dependent.sequence, wholeContent(bytes))
}

/** Versions emptied per transaction: others wait for its commit. */
const VERSIONS_PER_TRANSACTION = 16

/**
 * Empties those of a store's versions that are damaged still and no live memory's head; returns
 * their ids.
 */
export async function emptyUnreadable(
  db: Database,
  { storeId, versionIds, cause }: { storeId: string; versionIds: readonly string[]; cause: Cause },
): Promise<string[]> {
  const emptied: string[] = []
  for (const ids of chunked(versionIds, VERSIONS_PER_TRANSACTION)) {
    const some = await changeStore(
      db,
      storeId,
      cause,
      async (transaction) => {
        const { sql, storeKey } = transaction
        const damaged: VersionRow[] = []
        for (const row of await pastVersions(sql, storeKey, ids)) {
          if (await isDamaged(sql, storeKey, row.sequence)) damaged.push(row)
        }
        if (damaged.length > 0) await emptyVersions(transaction, damaged)
        return damaged.map(({ id }) => id)
      },
      { whenArchived: 'allow' },
    )
    emptied.push(...some)
  }
  return emptied
}
