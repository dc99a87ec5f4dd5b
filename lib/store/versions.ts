import { db, type Reader } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import type { Operation } from '@/lib/db/generated/sqlite/enums'
import { Refusal } from '@/lib/refusal'
import type { Cause } from './model/actor'
import type { Memory, Page, Version, VersionText, View } from './model/model'
import { invalidInput, preconditionFailed, versionNotFound } from './model/problems'
import { isSound, soundText } from './model/sound'
import { getStore } from './stores'
import { change } from './write/change'
import { refuseTaken } from './write/paths'
import { stateOf } from './write/head'
import { writeVersion } from './write/write-version'

/** A version with the content that `view` asks for. */
const rowOf = (view: View) => ({ omit: { content: view === 'basic' } })

/**
 * A version of a store. `view`: `basic` leaves its content null. Refuses `version_not_found`,
 * `version_damaged`.
 */
export async function getVersion(
  { storeId, versionId }: { storeId: string; versionId: string },
  view: View = 'full',
): Promise<VersionText> {
  const row = await db.version.findUnique({ where: { id: versionId }, ...rowOf(view) })
  if (!row || row.storeId !== storeId) throw versionNotFound(storeId, versionId)
  return withText(row, view)
}

/** The row with its content, which is what was written, or null where it was not asked for. */
function withText(row: Version & { content?: string | null }, view: View): VersionText {
  const content = row.content ?? null
  return { ...row, content: view === 'basic' ? null : soundText({ ...row, content }, row.id) }
}

export interface ListVersions {
  storeId: string
  memoryId?: string | undefined
  operation?: Operation | undefined
  /** what was written in this session */
  sessionId?: string | undefined
  apiKeyId?: string | undefined
  serviceAccountId?: string | undefined
  /** what this actor wrote, of whatever kind it is */
  actorId?: string | undefined
  batchId?: string | undefined
  /** made at or after, at or before */
  from?: Date | undefined
  to?: Date | undefined
  view?: View
  limit: number
  /** `next` of the page before */
  after?: string | undefined
}

/** Numbers of a store that one statement looks through, whatever few of them it answers. */
const NUMBERS_A_STATEMENT = 2_000

/** A page of versions, newest first; the text of a damaged one is null. Refuses `store_not_found`. */
export async function listVersions(list: ListVersions): Promise<Page<VersionText>> {
  const { storeId, memoryId, limit, view = 'basic' } = list
  const { lastSequence } = await getStore(storeId)
  const where = filterOf(list)
  const found: VersionText[] = []
  let upTo = numberBefore(list.after, lastSequence)
  while (upTo > 0 && found.length <= limit) {
    // A memory's own index is as narrow as can be; of all else a part of the store is looked through.
    const above = memoryId === undefined ? upTo - NUMBERS_A_STATEMENT : 0
    const rows = await db.version.findMany({
      where: { ...where, sequence: { gt: above, lte: upTo } },
      orderBy: { sequence: 'desc' },
      take: limit + 1 - found.length,
      ...rowOf(view),
    })
    for (const row of rows) {
      const content = view === 'full' ? row.content : null
      const isWhole = isSound({ ...row, content })
      if (row.storeId === storeId) found.push({ ...row, content: isWhole ? content : null })
    }
    upTo = above
  }
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last ? String(last.sequence) : null }
}

/** The number with which a page begins that goes on after another's; refuses what is no number. */
export function numberBefore(after: string | undefined, last: number): number {
  if (after === undefined) return last
  if (!/^\d+$/.test(after)) throw invalidInput('page', 'is not a cursor of this list')
  return Math.min(last, Number(after) - 1)
}

/** The store is left out where the memory says which: SQLite would take the wider index. */
function filterOf(list: ListVersions) {
  const { storeId, memoryId, operation, sessionId, actorId, batchId, from, to } = list
  const ofActor = (type: 'api_key' | 'service_account', id: string | undefined) =>
    id === undefined ? [] : [{ actorType: type, actorId: id }]
  return {
    ...(memoryId === undefined ? { storeId } : { memoryId }),
    ...(operation && { operation }),
    ...(sessionId !== undefined && { sessionId }),
    ...(actorId !== undefined && { actorId }),
    ...(batchId !== undefined && { batchId }),
    ...((from || to) && { createdAt: { ...(from && { gte: from }), ...(to && { lte: to }) } }),
    AND: [
      ...ofActor('api_key', list.apiKeyId),
      ...ofActor('service_account', list.serviceAccountId),
    ],
  }
}

/**
 * The texts of versions, by id. Those that are not there, deleted their memory, were redacted or are
 * damaged are left out. `signal`: for a caller that leaves; rejects with its reason.
 */
export async function versionTexts(
  ids: readonly string[],
  { reader = db, signal }: { reader?: Reader; signal?: AbortSignal | undefined } = {},
): Promise<Map<string, string>> {
  const select = { id: true, sha256: true, content: true } as const
  const read = async (some: string[]) => {
    const rows = await reader.version.findMany({ where: { id: { in: some } }, select })
    return rows.flatMap((row) =>
      row.content !== null && isSound(row) ? [[row.id, row.content] as const] : [],
    )
  }
  return new Map(await rowsOf(ids, read, { signal }))
}

/** Of which memory versions are, and which of its versions, by id. */
export async function memoriesOf(
  ids: readonly string[],
): Promise<ReadonlyMap<string, { id: string; ordinal: number }>> {
  const select = { id: true, memoryId: true, ordinal: true } as const
  const rows = await rowsOf(ids, (some) =>
    db.version.findMany({ where: { id: { in: some } }, select }),
  )
  return new Map(rows.map(({ id, memoryId, ordinal }) => [id, { id: memoryId, ordinal }]))
}

/** A memory after it was restored; `batchId`: by which that is undone, null: nothing had to change. */
export type RestoredMemory = Memory & { batchId: string | null }

/**
 * Gives a memory the text and path of one of its versions, by a new one; a deleted memory comes back
 * under its id. `precondition`: the hash of what it holds, null: it is deleted. What is so already is
 * left alone unless it is damaged.
 *
 * Refuses `store_not_found`, `store_archived`, `version_not_found`, `version_is_deletion`,
 * `version_redacted`, `version_damaged`, `precondition_failed`, `path_conflict`, `limit_reached`.
 */
export function restoreVersion(
  asked: { storeId: string; versionId: string; precondition?: string | null | undefined },
  cause: Cause,
): Promise<RestoredMemory> {
  const { storeId, versionId, precondition } = asked
  const batch = { kind: 'restore', reference: versionId } as const
  return change(
    storeId,
    cause,
    async (c) => {
      const whole = { omit: { content: false } } as const
      const version = await c.tx.version.findUnique({ where: { id: versionId }, ...whole })
      if (!version || version.storeId !== storeId) throw versionNotFound(storeId, versionId)
      const { path } = version
      if (version.operation === 'deleted') throw versionIsDeletion(versionId)
      const content = soundText(version, versionId)
      if (path === null || content === null) throw versionRedacted(versionId)
      const { content: now, ...memory } = await c.tx.memory.findUniqueOrThrow({
        where: { id: version.memoryId },
        ...whole,
      })
      const isSo = memory.path === path && memory.sha256 === version.sha256
      if (isSo && isSound({ content: now, sha256: memory.sha256 })) {
        return c.nothing({ ...memory, batchId: null } satisfies RestoredMemory)
      }
      if (precondition !== undefined && precondition !== memory.sha256) {
        throw preconditionFailed(memory.id)
      }
      if (memory.path !== path) await refuseTaken({ tx: c.tx, storeId }, path, [memory.id])
      const written = await writeVersion(c, { memory, to: stateOf(path, content) })
      return { ...written.memory, batchId: c.batchId }
    },
    { batch },
  )
}

const versionIsDeletion = (id: string) =>
  new Refusal(
    'version_is_deletion',
    `The version ${id} deleted the memory. Restore the one before it.`,
    { version_id: id },
  )

export const versionRedacted = (id: string) =>
  new Refusal('version_redacted', `The version ${id} is redacted; its content is gone.`, {
    version_id: id,
  })
