import type { Ledger } from './ledger'
import { logEvent, nextSequence } from './ledger'
import type { VersionRow } from './rows'
import { SearchCorrections } from './search-corrections'
import { predecessor, searchGrams, successor, type VersionText } from './search-text'
import { settleWithin } from './compress-versions'
import { readContent, readText, replaceContent, wholeContent } from './stored-content'
import { pruneNode, recallDirectories } from './tree'

/**
 * Empties versions of a store, oldest first: content, hash, size and path go from every table, the
 * index forgets their lines, what is stored as a delta against them is stored whole. Who and when
 * stay. The bytes that this frees are still in the files until the database is compacted.
 */
export async function emptyVersions(
  ledger: Ledger,
  versions: readonly VersionRow[],
): Promise<void> {
  const { tx, storeKey } = ledger
  // Only what has settled has an entry in the index that could be taken back.
  await settleWithin(tx, storeKey)
  const corrections = new SearchCorrections()
  for (const version of versions) {
    await forgetLines(ledger, version, corrections)
    await storeDependentWhole(ledger, version)
    await emptyRow(ledger, version)
  }
  await corrections.carryOut(tx, storeKey)
}

/** What a version's row says of where and when it stood. */
type StoodVersion = Pick<
  VersionRow,
  'id' | 'sequence' | 'operation' | 'path' | 'node_key' | 'until_sequence'
>

/** Empties a version that nothing is stored as a delta against. */
export async function emptyRow(ledger: Ledger, version: StoodVersion): Promise<void> {
  const { tx, storeKey } = ledger
  await tx.run('DELETE FROM version_contents WHERE store_key = ? AND sequence = ?', [
    storeKey,
    version.sequence,
  ])
  await tx.run(
    `UPDATE memory_versions SET node_key = NULL, sha256 = NULL, size = NULL, redacted_at = ?,
       redacted_by_type = ?, redacted_by_id = ? WHERE store_key = ? AND sequence = ?`,
    [ledger.now, ledger.cause.actor.type, ledger.cause.actor.id, storeKey, version.sequence],
  )
  ledger.redacted.push(version.id)
  await logEvent(ledger, nextSequence(ledger), {
    type: 'memory_version.redacted',
    versionSequence: version.sequence,
    actor: ledger.cause.actor,
  })
  if (version.path === null || version.node_key === null) return
  const stood = { since: version.sequence, until: version.until_sequence }
  if (version.operation !== 'deleted') await recallDirectories(ledger, version.path, stood)
  await pruneNode(ledger, version.node_key)
}

/** The next version's entry held only what this one lacked; now it is measured against the one before. */
async function forgetLines(
  ledger: Ledger,
  version: VersionRow,
  corrections: SearchCorrections,
): Promise<void> {
  const own = await textOf(ledger, version)
  if (!own) return
  const { tx } = ledger
  const earlier = await textOf(ledger, await predecessor(tx, version.memory_key, version.sequence))
  corrections.add(version.sequence, { before: searchGrams(earlier, own), after: new Int32Array() })
  const next = await successor(tx, version.memory_key, version.sequence)
  const later = await textOf(ledger, next)
  if (!next || !later) return
  corrections.add(next.sequence, {
    before: searchGrams(own, later),
    after: searchGrams(earlier, later),
  })
}

async function textOf(
  ledger: Ledger,
  version: VersionRow | undefined,
): Promise<VersionText | null> {
  if (!version) return null
  const content = await readText(ledger.tx, ledger.storeKey, version.sequence)
  return content === null ? null : { path: version.path, content }
}

/** Of settled versions only the one before can be a delta against this one. */
async function storeDependentWhole(ledger: Ledger, version: VersionRow): Promise<void> {
  const { tx, storeKey } = ledger
  const dependent = await predecessor(tx, version.memory_key, version.sequence)
  const bytes = dependent && (await readContent(tx, storeKey, dependent.sequence))
  if (bytes) await replaceContent(tx, storeKey, dependent.sequence, wholeContent(bytes))
}
