import type { Database } from '@/lib/db/database'
import type { Cause } from '../model/actor'
import { emptyVersions } from './empty-versions'
import { emptyCopies } from './redact-copies'
import { refuseQuarantinedVersion } from '../quarantine/quarantined'
import { changeStore, type StoreTransaction } from '../write/store-transaction'
import type { VersionRow } from '../versions/sql/version-rows'
import { versionOf } from '../versions/version-of'
import { requireVersion } from '../versions/read-versions'
import type { MemoryVersion } from '../model/memory-version'
import { refuse } from '../model/problems'
import { isCompactedSince, startCompaction } from '../background/compaction'
import { liveMemoryOfHead } from './sql/versions'

export interface RedactVersionInput {
  storeId: string
  versionId: string
  cause: Cause
}

/**
 * Empties a version permanently: content, hash, size and path are gone from every table and the
 * index when this returns, and from the copies of the version in the store's branches; compacting the
 * files continues as a job (`compaction.ts`). Redacting again returns the same version, and completes
 * what was cut off. An archived store allows it.
 *
 * Refuses `redaction_forbidden` (agents may not), `version_not_found`, `memory_quarantined` to an
 * agent's key, `head_not_redactable`.
 */
export async function redactVersion(
  db: Database,
  input: RedactVersionInput,
): Promise<MemoryVersion> {
  const { storeId, versionId } = input
  refuseAgents(input.cause)
  const { version, isEmptied } = await changeStore(
    db,
    storeId,
    input.cause,
    async (transaction) => {
      const row = await requireVersion(transaction.sql, transaction.storeKey, {
        storeId,
        versionId,
      })
      await refuseQuarantinedVersion(transaction, row)
      if (row.redactedAt !== null) return { version: row, isEmptied: false }
      await refuseHead(transaction, row)
      await emptyVersions(transaction, [row])
      const emptied = await requireVersion(transaction.sql, transaction.storeKey, {
        storeId,
        versionId,
      })
      return { version: emptied, isEmptied: true }
    },
    { whenArchived: 'allow' },
  )
  const { sequence, redactedAt } = version
  const areCopiesEmptied = await emptyCopies(db, { storeId, sequence, cause: input.cause })
  // The first attempt may have been cut off before it compacted.
  const isNew = isEmptied || areCopiesEmptied || !(await isCompactedSince(db, redactedAt ?? 0))
  if (isNew) await startCompaction(db)
  return versionOf(version, storeId, null)
}

/** An agent that could redact could hide its actions (API page, Rules). */
export function refuseAgents(cause: Cause): void {
  if (cause.actor.type === 'session') refuse({ kind: 'redaction_forbidden' })
}

/** A live memory's head is its current content. */
async function refuseHead(transaction: StoreTransaction, version: VersionRow): Promise<void> {
  const head = await liveMemoryOfHead(transaction.sql, version.memoryKey, version.sequence)
  if (!head) return
  refuse({ kind: 'head_not_redactable', versionId: version.id, memoryId: head.id })
}
