import type { Database } from '@/lib/db/database'
import { headContent, headText, keepRecent } from '../contents/recent-contents'
import type { Cause } from '../model/actor'
import type { Memory } from '../model/memory'
import { refuse } from '../model/problems'
import { refuseQuarantined } from '../quarantine/quarantined'
import { updateStore } from '../stores/change-stores'
import { getStore } from '../stores/read-stores'
import { findToChange, findMemory, requireToChange } from '../write/find'
import { stateOf, type MemoryState } from '../write/memory-state'
import {
  checkExpectation,
  type Expectation,
  checkPrecondition,
  type Precondition,
  refuseUnseen,
} from '../write/refusals'
import { checkContent, checkPath } from '../model/check-input'
import { memoryOf } from '../write/memory-of'
import { changeStore, type StoreTransaction } from '../write/store-transaction'
import {
  insertMemory,
  writtenMemory,
  updateLiveMemory,
  refuseOversize,
  deleteMemory,
} from '../write/write-memory'

export interface CreateMemoryInput {
  storeId: string
  path: string
  content: string
  cause: Cause
}

/**
 * Inserts a memory and its first version.
 *
 * Refuses `invalid_input`, `store_not_found`, `store_archived`, `content_too_large`,
 * `limit_reached`, and `path_conflict` if the path is taken or overlaps one that is.
 */
export async function createMemory(db: Database, input: CreateMemoryInput): Promise<Memory> {
  checkPath(input.path)
  checkContent(input.content)
  const state = stateOf(input.path, input.content)
  const written = await changeStore(
    db,
    input.storeId,
    input.cause,
    (transaction) => insertMemory(transaction, state),
    { ahead: { newPath: input.path } },
  )
  return writtenMemory(written, input.storeId, input.content)
}

export interface PutMemoryInput extends Expectation {
  storeId: string
  path: string
  content: string
  cause: Cause
}

export interface PutMemory {
  memory: Memory
  /** what was done; `none`: the memory already had this content, and no version was written */
  change: 'created' | 'modified' | 'none'
}

/**
 * Upserts the content at a path: creates the memory, or replaces its content (the research
 * preview's upsert). Refuses like `createMemory`, except for a taken path; `precondition_failed` and
 * `changed_since_seen` if the memory is not what the caller takes it to be, and `memory_not_found`
 * with a precondition on a memory that is gone. A memory that has the content already is left alone.
 */
export async function putMemory(db: Database, input: PutMemoryInput): Promise<PutMemory> {
  checkPath(input.path)
  checkContent(input.content)
  const { storeId } = input
  const state = stateOf(input.path, input.content)
  const put = async (transaction: StoreTransaction): Promise<PutMemory> => {
    await refuseQuarantined(transaction, { path: input.path })
    const memory = await findToChange(transaction, { path: input.path })
    if (memory?.sha256 !== state.sha256) {
      await checkExpectation(transaction, memory, input.path, input)
    }
    if (!memory) {
      return {
        memory: writtenMemory(await insertMemory(transaction, state), storeId, null),
        change: 'created',
      }
    }
    if (memory.sha256 === state.sha256) {
      return { memory: memoryOf(memory, storeId, null), change: 'none' }
    }
    const written = await updateLiveMemory(transaction, memory, state)
    return { memory: writtenMemory(written, storeId, null), change: 'modified' }
  }
  const { path } = input
  return changeStore(db, storeId, input.cause, put, { ahead: { newPath: path, path } })
}

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
      // Before the state of the store, as part of the body; again of what a policy makes of it.
      if (wanted && wanted.sha256 !== memory.sha256) refuseOversize(transaction, wanted)
      if (transaction.row.archivedAt !== null) refuse({ kind: 'store_archived', storeId })
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

export interface EditMemoryInput extends Expectation {
  storeId: string
  path: string
  /**
   * computes the new content from the current one; if it throws, the edit is rolled back and the
   * error reaches the caller
   */
  edit: (content: string) => string
  cause: Cause
}

export interface EditedMemory {
  memory: Memory & { content: string }
  /** null if the edit changed nothing */
  versionId: string | null
}

/**
 * Reads a memory, changes it and writes it back in one transaction: no one writes in between.
 * Refuses `memory_not_found`, `store_archived`, `invalid_input`, `content_too_large`, and what
 * `putMemory` does of a memory that is not what the caller takes it to be.
 */
export async function editMemory(db: Database, input: EditMemoryInput): Promise<EditedMemory> {
  const { storeId, path } = input
  const edit = async (transaction: StoreTransaction): Promise<EditedMemory> => {
    await refuseQuarantined(transaction, { path })
    const memory = await requireToChange(transaction, { path })
    await checkExpectation(transaction, memory, path, input)
    const known = transaction.known?.contents.get(memory.headSequence)
    if (known) keepRecent(memory.sha256, known, null)
    const before = await headText(transaction.sql, transaction.storeKey, memory)
    const bytes = await headContent(transaction.sql, transaction.storeKey, memory)
    const content = input.edit(before)
    checkContent(content)
    if (content === before) {
      return { memory: { ...memoryOf(memory, storeId, content), content }, versionId: null }
    }
    const written = await updateLiveMemory(transaction, memory, stateOf(path, content, bytes))
    return {
      memory: { ...writtenMemory(written, storeId, content), content: written.masked ?? content },
      versionId: written.versionId,
    }
  }
  return changeStore(db, storeId, input.cause, edit, { ahead: { path, content: 'read' } })
}

/** The memory to delete: by id, wherever it is, or the one at a path at the time of deletion. */
type RemovedMemory = { memoryId: string; path?: undefined } | { path: string; memoryId?: undefined }

export type RemoveMemoryInput = RemovedMemory & {
  storeId: string
  precondition?: Precondition | undefined
  /** the last change that the caller saw, as for `putMemory` */
  seen?: number | undefined
  cause: Cause
}

/**
 * Deletes a live memory by a `deleted` version; an archived store allows it. Refuses
 * `memory_not_found`, `precondition_failed`, `changed_since_seen`. Returns the id of the version.
 */
export async function removeMemory(db: Database, input: RemoveMemoryInput): Promise<string> {
  const { storeId, memoryId, path } = input
  return changeStore(
    db,
    storeId,
    input.cause,
    async (transaction) => {
      await refuseQuarantined(transaction, { memoryId, path })
      const memory = await requireToChange(transaction, { memoryId, path })
      checkPrecondition(memory, storeId, input.precondition)
      await refuseUnseen(transaction, [memory], input.seen)
      return (await deleteMemory(transaction, memory)).versionId
    },
    { whenArchived: 'allow', ahead: { memoryId, path } },
  )
}

export interface SetExpiryInput {
  storeId: string
  /** null: nothing expires */
  afterDays: number | null
  /** whether what nobody decides about is deleted after 14 days */
  deletes: boolean
  /** what the caller saw */
  shown?: { expireAfterDays: number | null; expiryDeletes: boolean } | undefined
  cause: Cause
  /** milliseconds since 1970 */
  now: number
}

/**
 * Sets after how many days without a read or a write memories are proposed for deletion. The days
 * are counted from when that was first set. Refuses as `updateStore` does.
 */
export async function setExpiry(db: Database, input: SetExpiryInput): Promise<void> {
  const { storeId, afterDays, deletes, shown, cause, now } = input
  const { settings } = await getStore(db, storeId)
  const since = settings.expirySince ?? now
  await updateStore(db, {
    storeId,
    settings: {
      expireAfterDays: afterDays,
      expiryDeletes: deletes,
      expirySince: afterDays === null ? null : since,
    },
    shown,
    cause,
  })
}
