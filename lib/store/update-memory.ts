import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { findMemory, requireToChange } from './core/find'
import { refuseQuarantined } from './core/refuse-quarantined'
import { changeStore } from './core/store-transaction'
import { memoryOf } from './core/rows'
import { headContent } from './core/recent-contents'
import { type MemoryState, stateOf } from './core/memory-state'
import { refuseOversize, updateLiveMemory, writtenMemory } from './core/write-memory'
import { checkContent, checkPath } from './core/check-input'
import type { Memory } from './model/memory'
import { checkPrecondition, type Precondition } from './core/precondition'
import { refuse } from './model/problems'

export interface UpdateMemoryInput {
  storeId: string
  memoryId: string
  /** the new content; left out: unchanged */
  content?: string | undefined
  /** the new path; left out: unchanged */
  path?: string | undefined
  precondition?: Precondition | undefined
  /** what to do if another memory is at the new path: refuse, or change nothing */
  whenPathTaken?: 'refuse' | 'keep'
  cause: Cause
}

/**
 * Updates a live memory's content, path or both in one version; it keeps its id. If it is already
 * as requested, nothing changes and no version is written, even if the precondition does not hold.
 *
 * Refuses `memory_not_found`, `invalid_input`, `store_archived`, `precondition_failed`,
 * `path_conflict`, `content_too_large`, checked in the order of the API page.
 */
export async function updateMemory(db: Database, input: UpdateMemoryInput): Promise<Memory> {
  const { storeId, memoryId, content, path } = input
  return changeStore(
    db,
    storeId,
    input.cause,
    async (transaction) => {
      await refuseQuarantined(transaction, { memoryId })
      const memory = await requireToChange(transaction, { memoryId })
      if (path !== undefined) checkPath(path)
      if (content !== undefined) checkContent(content)
      if (path === undefined && content === undefined) {
        refuse({ kind: 'invalid_input', field: 'body', rule: 'neither_content_nor_path' })
      }
      const wanted = content === undefined ? null : stateOf(path ?? memory.path, content)
      if (wanted && wanted.sha256 !== memory.sha256) refuseOversize(transaction, wanted)
      if (transaction.row.archived_at !== null) refuse({ kind: 'store_archived', storeId })
      const samePath = path === undefined || path === memory.path
      if (samePath && (wanted === null || wanted.sha256 === memory.sha256)) {
        return memoryOf(memory, storeId, null)
      }
      checkPrecondition(memory, storeId, input.precondition)
      if (path !== undefined && !samePath) await refuseQuarantined(transaction, { path })
      if (!samePath && input.whenPathTaken === 'keep') {
        const taken = await findMemory(transaction.sql, transaction.storeKey, { path })
        if (taken) return memoryOf(memory, storeId, null)
      }
      const state: MemoryState = wanted ?? {
        path: path ?? memory.path,
        sha256: memory.sha256,
        bytes: await headContent(transaction.sql, transaction.storeKey, memory),
      }
      return writtenMemory(await updateLiveMemory(transaction, memory, state), storeId, null)
    },
    { whenArchived: 'allow', ahead: { memoryId } },
  )
}
