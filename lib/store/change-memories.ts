import { Refusal } from '@/lib/refusal'
import type { Cause } from './model/actor'
import type { LiveMemory, Memory, Version } from './model/model'
import {
  changedSinceSeen,
  checkContent,
  checkPath,
  checkSize,
  invalidInput,
  memoryNotFound,
  preconditionFailed,
  storeArchived,
} from './model/problems'
import type { MemoryAddress } from './memories'
import { type Change, change } from './write/change'
import { overlapOf, refuseTaken } from './write/paths'
import { stateOf, textIn } from './write/head'
import { writeVersion } from './write/write-version'

/** Writing one memory. Each verb is one transaction and at most one version. */

export interface CreateMemory {
  storeId: string
  path: string
  content: string
}

/**
 * Makes a memory. Refuses `invalid_input`, `store_not_found`, `store_archived`, `content_too_large`,
 * `limit_reached`, `path_conflict`.
 */
export function createMemory(
  { storeId, path, content }: CreateMemory,
  cause: Cause,
): Promise<Memory> {
  checkPath(path)
  checkContent(content)
  const to = stateOf(path, content)
  return change(storeId, cause, async (c) => {
    await refuseTaken({ tx: c.tx, storeId }, path)
    return (await writeVersion(c, { memory: null, to })).memory
  })
}

export interface UpdateMemory {
  storeId: string
  memoryId: string
  content?: string | undefined
  path?: string | undefined
  /** SHA-256 of what the caller takes it to hold */
  precondition?: string | undefined
  /** what to do where the new path is taken: refuse, or leave everything as it is */
  whenTaken?: 'refuse' | 'leave'
}

/**
 * Changes a memory's text, path or both in one version; it keeps its id. One that is as asked for already
 * is left alone, whatever the precondition says.
 *
 * Refuses, in this order: `memory_not_found`, `invalid_input`, `content_too_large`, `store_archived`,
 * `precondition_failed`, `path_conflict`, `limit_reached`.
 */
export function updateMemory(asked: UpdateMemory, cause: Cause): Promise<Memory> {
  const { storeId, memoryId, content, path, whenTaken = 'refuse' } = asked
  return change(
    storeId,
    cause,
    async (c) => {
      const memory = await liveIn(c, { memoryId })
      if (path === undefined && content === undefined) {
        throw invalidInput('body', 'must have content or path')
      }
      if (path !== undefined) checkPath(path)
      if (content !== undefined) checkContent(content)
      const to = stateOf(path ?? memory.path, content ?? (await textIn(c, memory)))
      const isSameText = to.sha256 === memory.sha256
      if (!isSameText) checkSize(to.path, to.size, c.store.limits.memoryBytes)
      if (c.store.archivedAt) throw storeArchived(storeId)
      const isSamePath = to.path === memory.path
      if (isSamePath && isSameText) return c.nothing(memory)
      if (asked.precondition !== undefined && asked.precondition !== memory.sha256) {
        throw preconditionFailed(memoryId)
      }
      const at = { tx: c.tx, storeId }
      if (!isSamePath && whenTaken === 'leave' && (await overlapOf(at, to.path, [memoryId]))) {
        return c.nothing(memory)
      }
      if (!isSamePath) await refuseTaken(at, to.path, [memoryId])
      return (await writeVersion(c, { memory, to })).memory
    },
    { whenArchived: 'allow' },
  )
}

/**
 * Makes the memory at a path, or gives it another text; what it holds already is left alone. Refuses as
 * `createMemory`.
 */
export function putMemory({ storeId, path, content }: CreateMemory, cause: Cause): Promise<Memory> {
  checkPath(path)
  checkContent(content)
  const to = stateOf(path, content)
  return change(storeId, cause, async (c) => {
    const memory = await findIn(c, { path })
    if (memory?.sha256 === to.sha256) return c.nothing(memory)
    if (!memory) await refuseTaken({ tx: c.tx, storeId }, path)
    return (await writeVersion(c, { memory, to })).memory
  })
}

/**
 * Saves what a person edited on a page. `shown`: the version that they began with. Refuses
 * `changed_since_seen` with the version that stands there, and as `createMemory`.
 */
export function saveMemory(
  asked: { storeId: string; memoryId: string; content: string; shown: string },
  cause: Cause,
): Promise<Memory> {
  const { storeId, memoryId, content, shown } = asked
  checkContent(content)
  return change(storeId, cause, async (c) => {
    const memory = await liveIn(c, { memoryId })
    const to = stateOf(memory.path, content)
    if (memory.versionId !== shown) {
      throw new Refusal('changed_since_seen', changedSinceSeen(memory.path).message, {
        path: memory.path,
        version_id: memory.versionId,
      })
    }
    if (to.sha256 === memory.sha256) return c.nothing(memory)
    return (await writeVersion(c, { memory, to })).memory
  })
}

export type RemoveMemory = { storeId: string; precondition?: string | undefined } & MemoryAddress

/**
 * Deletes a memory by a version that says so; its history stays. Archived stores allow it. Refuses
 * `memory_not_found`, `precondition_failed`.
 */
export function removeMemory(asked: RemoveMemory, cause: Cause): Promise<Version> {
  return change(
    asked.storeId,
    cause,
    async (c) => {
      const memory = await liveIn(c, asked)
      if (asked.precondition !== undefined && asked.precondition !== memory.sha256) {
        throw preconditionFailed(memory.id)
      }
      return (await writeVersion(c, { memory, to: null })).version
    },
    { whenArchived: 'allow' },
  )
}

/** A live memory within a change; null: there is none. */
async function findIn(c: Change, address: MemoryAddress): Promise<LiveMemory | null> {
  const { id: storeId } = c.store
  const where =
    'memoryId' in address ? { id: address.memoryId, storeId } : { storeId, path: address.path }
  const found = await c.tx.memory.findFirst({ where })
  return found?.path == null ? null : (found as LiveMemory)
}

async function liveIn(c: Change, address: MemoryAddress): Promise<LiveMemory> {
  const found = await findIn(c, address)
  if (found) return found
  throw memoryNotFound(c.store.id, 'memoryId' in address ? address.memoryId : address.path)
}
