import type { Database } from '@/lib/db/database'
import { ancestorPaths } from '@/lib/text/memory-path'
import { redactedPaths } from '@/lib/text/redacted-paths'
import type { Cause } from '../model/actor'
import { dropFindingsInPaths } from './drop-derived'
import { changeStore, type StoreTransaction } from '../write/store-transaction'
import { rewrittenMark } from './redact-again'
import { logRewritten } from './rewrite-versions'
import type { VersionRow } from '../versions/sql/version-rows'
import { SearchCorrections } from '../search/search-corrections'
import { predecessor, searchGrams } from '../search/search-text'
import { compressWithin } from '../contents/compress-versions'
import { DamagedContent, readStoredText } from '../contents/stored-content'
import { rangeBelow } from '../tree/subtree'
import { pruneNode, recallSpans, rememberedNode } from '../tree/tree'
import { moveToNode, nodesWithText, otherWhileAt, pastNode, versionsAtNode } from './sql/paths'

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
  const nodes = await nodesWithText(db.bulk, input.storeKey, input.text)
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
    const node = await pastNode(transaction.sql, key)
    if (!node) continue
    const versions = await versionsAtNode(transaction.sql, key)
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

async function wasTaken(
  transaction: StoreTransaction,
  nodeKey: number,
  path: string,
): Promise<boolean> {
  const other = await otherWhileAt(transaction.sql, {
    storeKey: transaction.storeKey,
    nodeKey,
    paths: [path, ...ancestorPaths(path)],
    between: rangeBelow(path),
  })
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
  await moveToNode(sql, { from: nodeKey, to: target }, { now, actor: cause.actor })
  await pruneNode(transaction, nodeKey)
}

function difference(one: readonly string[], other: readonly string[]): string[] {
  return [
    ...one.filter((each) => !other.includes(each)),
    ...other.filter((each) => !one.includes(each)),
  ]
}
