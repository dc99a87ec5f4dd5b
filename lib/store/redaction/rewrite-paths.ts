import type { Database } from '@/lib/db/database'
import { ancestorPaths } from '@/lib/text/memory-path'
import { redactedPaths } from '@/lib/text/redacted-paths'
import type { Cause } from '../model/actor'
import { dropFindingsInPaths } from './drop-derived'
import { changeStore, type StoreTransaction } from '../write/store-transaction'
import { rewrittenMark } from './redact-again'
import { logRewritten } from './rewrite-versions'
import { SELECT_VERSIONS, type VersionRow } from '../write/rows'
import { SearchCorrections } from '../search/search-corrections'
import { predecessor, searchGrams } from '../search/search-text'
import { compressWithin } from '../contents/compress-versions'
import { DamagedContent, readStoredText } from '../contents/stored-content'
import { rangeBelow } from '../tree/subtree'
import { pruneNode, recallSpans, rememberedNode } from '../tree/tree'

/**
 * Removes a text from the paths of earlier versions. A path is stored once for all versions at it,
 * so its versions move to another path together, and keep their order and neighbours.
 */

export interface RewritePathsInput {
  storeId: string
  storeKey: number
  text: string
  replacement: string
  cause: Cause
  /** called with the versions that were moved to another path */
  onRewritten: (sequences: readonly number[]) => void
  maybeYield: () => Promise<void>
}

/** Paths rewritten per transaction. */
const PATHS_PER_TRANSACTION = 16

/** Skips paths of live memories: those are first renamed, as a new version. */
export async function rewritePaths(db: Database, input: RewritePathsInput): Promise<void> {
  const nodes = await db.bulk.all<{ key: number }>(
    `SELECT n.key FROM path_nodes n WHERE n.store_key = ? AND replace(n.path, ?, '') <> n.path
       AND EXISTS (SELECT 1 FROM memory_versions v WHERE v.node_key = n.key) ORDER BY n.path`,
    [input.storeKey, input.text],
  )
  for (let from = 0; from < nodes.length; from += PATHS_PER_TRANSACTION) {
    await input.maybeYield()
    const some = nodes.slice(from, from + PATHS_PER_TRANSACTION)
    const rewritten = await changeStore(
      db,
      input.storeId,
      input.cause,
      async (transaction) => movePaths(transaction, some, input),
      { whenArchived: 'allow' },
    )
    input.onRewritten(rewritten)
  }
}

async function movePaths(
  transaction: StoreTransaction,
  nodes: readonly { key: number }[],
  input: RewritePathsInput,
): Promise<number[]> {
  await compressWithin(transaction.sql, transaction.storeKey)
  const corrections = new SearchCorrections()
  const directories = new Set<string>()
  const rewritten: number[] = []
  for (const { key } of nodes) {
    const node = await transaction.sql.get<{ path: string }>(
      'SELECT path FROM path_nodes WHERE key = ? AND memory_key IS NULL',
      [key],
    )
    if (!node) continue
    const versions = await versionsAt(transaction, key)
    const path = await freePast(transaction, key, node.path, input)
    await correctEntries(transaction, versions, path, corrections)
    await moveNode(transaction, key, path)
    await dropFindingsInPaths(
      transaction,
      versions.map(({ sequence }) => sequence),
    )
    for (const directory of difference(ancestorPaths(node.path), ancestorPaths(path))) {
      directories.add(directory)
    }
    for (const { id, sha256 } of versions)
      transaction.redacted.push(rewrittenMark({ id, path, sha256 }))
    rewritten.push(...versions.map(({ sequence }) => sequence))
    const newest = new Map(versions.map((version) => [version.memoryKey, version.sequence]))
    for (const sequence of newest.values()) await logRewritten(transaction, sequence)
  }
  await recallSpans(transaction, directories)
  await corrections.execute(transaction.sql, transaction.storeKey)
  return rewritten
}

async function versionsAt(transaction: StoreTransaction, nodeKey: number): Promise<VersionRow[]> {
  return transaction.sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.node_key = ? ORDER BY v.sequence`,
    [nodeKey],
  )
}

/**
 * The first path without the text that was free, with nothing above or below it, while this one was
 * used.
 */
async function freePast(
  transaction: StoreTransaction,
  nodeKey: number,
  path: string,
  { text, replacement }: RewritePathsInput,
): Promise<string> {
  for (const wanted of redactedPaths(path, text, replacement)) {
    if (!(await wasTaken(transaction, nodeKey, wanted))) return wanted
  }
  throw new Error('there is always another path')
}

const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER

async function wasTaken(
  transaction: StoreTransaction,
  nodeKey: number,
  path: string,
): Promise<boolean> {
  const ancestors = ancestorPaths(path)
  const { from, to } = rangeBelow(path)
  const other = await transaction.sql.get(
    `SELECT 1 AS one FROM path_nodes n JOIN memory_versions v ON v.node_key = n.key
     WHERE n.store_key = ? AND n.key <> ? AND v.operation <> 'deleted'
       AND (n.path IN (?${', ?'.repeat(ancestors.length)}) OR (n.path > ? AND n.path < ?))
       AND EXISTS (SELECT 1 FROM memory_versions o WHERE o.node_key = ? AND o.operation <> 'deleted'
         AND o.sequence < coalesce(v.until_sequence, ${MAX_SEQUENCE})
         AND v.sequence < coalesce(o.until_sequence, ${MAX_SEQUENCE})) LIMIT 1`,
    [transaction.storeKey, nodeKey, path, ...ancestors, from, to, nodeKey],
  )
  return other !== undefined
}

/** A version's index entry contains its path if it differs from that of the version before. */
async function correctEntries(
  transaction: StoreTransaction,
  versions: readonly VersionRow[],
  path: string,
  corrections: SearchCorrections,
): Promise<void> {
  const { sql, storeKey } = transaction
  const lastOf = new Map<number, VersionRow>()
  for (const version of versions) {
    const last = lastOf.get(version.memoryKey)
    lastOf.set(version.memoryKey, version)
    if (version.operation === 'deleted' || version.redactedAt !== null) continue
    if (last?.ordinal === version.ordinal - 1 && isReadable(last)) continue
    const before = await predecessor(sql, version.memoryKey, version.sequence)
    if (before?.path === version.path) continue
    const content = await readStoredText(sql, storeKey, version.sequence)
    if (content instanceof DamagedContent) continue
    const was = before && (await readStoredText(sql, storeKey, before.sequence))
    const earlier =
      before && !(was instanceof DamagedContent) ? { path: before.path, content: was ?? '' } : null
    corrections.add(version.sequence, {
      before: searchGrams(earlier, { path: version.path, content: content ?? '' }),
      after: searchGrams(earlier, { path, content: content ?? '' }),
    })
  }
}

function isReadable(version: VersionRow): boolean {
  return version.operation !== 'deleted' && version.redactedAt === null
}

async function moveNode(
  transaction: StoreTransaction,
  nodeKey: number,
  path: string,
): Promise<void> {
  const { sql, cause, now } = transaction
  const target = await rememberedNode(transaction, path)
  await sql.run(
    `UPDATE memory_versions SET node_key = ?, rewritten_at = ?, rewritten_by_type = ?,
       rewritten_by_id = ? WHERE node_key = ?`,
    [target, now, cause.actor.type, cause.actor.id, nodeKey],
  )
  // A seed finds its entry under the new path, unless it already has one there.
  await sql.run(
    `UPDATE seed_entries SET node_key = ? WHERE node_key = ?
       AND seed_key NOT IN (SELECT e.seed_key FROM seed_entries e WHERE e.node_key = ?)`,
    [target, nodeKey, target],
  )
  await sql.run(
    `UPDATE connection_entries SET node_key = ? WHERE node_key = ? AND connection_key NOT IN
       (SELECT e.connection_key FROM connection_entries e WHERE e.node_key = ?)`,
    [target, nodeKey, target],
  )
  await pruneNode(transaction, nodeKey)
}

function difference(one: readonly string[], other: readonly string[]): string[] {
  return [
    ...one.filter((each) => !other.includes(each)),
    ...other.filter((each) => !one.includes(each)),
  ]
}
