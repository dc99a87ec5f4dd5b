import type { Database } from '@/lib/db/database'
import type { Cause } from '../model/actor'
import { memoryById } from '../write/sql/heads'
import { refuseQuarantinedVersion } from '../quarantine/quarantined'
import { reopenInMemory } from '../undo/reopen-hunks'
import { beginBatch, changeStore } from '../write/store-transaction'
import { isLive, memoryOf } from '../write/memory-of'
import { isDamaged, readContent } from '../contents/stored-content'
import { requireVersion } from './read-versions'
import { applyStates, writtenMemory } from '../write/write-memory'
import type { Memory } from '../model/memory'
import { checkPrecondition, type Precondition } from '../write/refusals'
import { refuse } from '../model/problems'

export interface RestoreVersionInput {
  storeId: string
  versionId: string
  /** what the caller believes the memory holds now */
  precondition?: Precondition | undefined
  /**
   * the memory's last version when the caller looked, possibly its deletion; nothing is done if it
   * is another now
   */
  seenVersionId?: string | undefined
  cause: Cause
}

export interface RestoredVersion {
  memory: Memory
  /** the batch by which it can be undone; null if nothing had to change */
  batchId: string | null
}

/**
 * Rolls a memory back to a version: its content at its path, as a new `modified` version. A deleted
 * memory comes back under its id. If it is already so, nothing changes, unless what it holds is
 * damaged.
 *
 * Refuses `version_not_found`, `version_redacted`, `version_damaged`, `version_is_deletion`,
 * `store_archived`, `precondition_failed`, and `path_conflict` if another memory took the path.
 */
export async function restoreVersion(
  db: Database,
  input: RestoreVersionInput,
): Promise<RestoredVersion> {
  const { storeId, versionId } = input
  return changeStore(db, storeId, input.cause, async (transaction) => {
    const version = await requireVersion(transaction.sql, transaction.storeKey, {
      storeId,
      versionId,
    })
    await refuseQuarantinedVersion(transaction, version)
    if (version.operation === 'deleted') refuse({ kind: 'version_is_deletion', versionId })
    const { path, sha256 } = version
    const bytes = await readContent(transaction.sql, transaction.storeKey, version.sequence)
    if (path === null || sha256 === null || bytes === null) {
      return refuse({ kind: 'version_redacted', versionId })
    }
    const memory = await memoryById(transaction.sql, transaction.storeKey, version.memoryId)
    if (!memory) throw new Error('a version has no memory')
    const refuseUnseen = () =>
      refuse({ kind: 'precondition_failed', storeId, memoryId: memory.id, path: memory.path })
    if (isLive(memory)) {
      const isSo = memory.path === path && memory.sha256 === sha256
      if (isSo && !(await isDamaged(transaction.sql, transaction.storeKey, memory.headSequence))) {
        return { memory: memoryOf(memory, storeId, null), batchId: null }
      }
      checkPrecondition(memory, storeId, input.precondition)
    } else if (input.precondition) refuseUnseen()
    const { seenVersionId = memory.headVersionId } = input
    if (seenVersionId !== memory.headVersionId) refuseUnseen()
    const batchId = await beginBatch(transaction, 'restore', { reference: versionId })
    const [written] = await applyStates(transaction, [{ memory, state: { path, sha256, bytes } }])
    if (!written) throw new Error('a restored memory was not written')
    await reopenInMemory(transaction, memory.key, version.sequence)
    return { memory: writtenMemory(written, storeId, null), batchId }
  })
}
