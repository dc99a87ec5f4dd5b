import { padded, type Reader } from '@/lib/db'
import { limitReached } from '@/lib/store/model/limits'
import { byActor } from '@/lib/store/model/actor'
import type { Memory, Store, Version } from '@/lib/store/model/model'
import { checkSize } from '@/lib/store/model/problems'
import { closeVersions } from '@/lib/store/sql'
import { newId } from '@/lib/text/ids'
import { chunked } from '@/lib/text/lists'
import { parentPath } from '@/lib/text/memory-path'
import type { Change } from './change'
import type { HeadChange, NewState } from './head'
import { judged } from './judging'
import { markAfter } from './marks'

/** A memory after its change, and the version that says so. */
export interface Written {
  memory: Memory
  version: Version
}

/**
 * Writes one version and its memory's row. The caller has seen to it that the path is free. Refuses
 * `content_too_large`, `limit_reached`.
 */
export async function writeVersion(c: Change, asked: HeadChange): Promise<Written> {
  const [written] = await writeVersions(c, [asked])
  if (!written) throw new Error('a head has a version')
  return written
}

const ROWS_A_STATEMENT = 25

/**
 * Writes many versions, in order. Paths may pass from one memory to another. Refuses
 * `content_too_large`, `limit_reached`.
 */
export async function writeVersions(c: Change, asked: readonly HeadChange[]): Promise<Written[]> {
  const heads = await judged(c, asked)
  if (heads.length > 1) await leavePaths(c, heads)
  const all: Written[] = []
  for (const some of chunked(heads, ROWS_A_STATEMENT)) all.push(...(await writeChunk(c, some)))
  return all
}

/** A path is unique at every moment, so who goes elsewhere leaves first. */
async function leavePaths(c: Change, heads: readonly HeadChange[]): Promise<void> {
  const leaving = heads.flatMap(({ memory, to }) =>
    memory?.path != null && memory.path !== to?.path ? [memory.id] : [],
  )
  for (const some of chunked(leaving, 500)) {
    const where = { id: { in: padded(some) } }
    await c.tx.memory.updateMany({ where, data: { path: null, folder: null } })
  }
}

async function writeChunk(c: Change, heads: readonly HeadChange[]): Promise<Written[]> {
  await checkVersions(c, heads)
  const written = heads.map((head) => ({ ...prepared(c, head), head }))
  const created = written.filter(({ head }) => !head.memory)
  if (created.length > 0) {
    await c.tx.memory.createMany({
      data: created.map(({ memory, head }) => ({ ...memory, content: head.to?.content ?? null })),
    })
  }
  const changed = written.filter(({ head }) => head.memory)
  for (const { memory, head } of changed) {
    const { id, storeId: _, createdAt: __, ...data } = memory
    const content = head.to?.content ?? null
    await c.tx.memory.update({ where: { id }, data: { ...data, content }, select: { id: true } })
  }
  await closeVersions(
    c.tx,
    changed.flatMap(({ head, version }) =>
      head.memory ? [{ id: head.memory.versionId, until: version.sequence }] : [],
    ),
  )
  await c.tx.version.createMany({
    // A JSON column is left out where there is nothing: null there would be JSON's null.
    data: written.map(({ version: { attribution: _, ...version }, head }) => ({
      ...version,
      content: head.to?.content ?? null,
    })),
  })
  return written.map(({ memory, version }) => ({ memory, version }))
}

/** The rows of a change, with its number and totals taken; nothing is written yet. */
function prepared(c: Change, { memory: before, to, isPassed }: HeadChange): Written {
  const { store, now, cause, batchId } = c
  const wasLive = before?.path != null
  if (to && to.sha256 !== before?.sha256) checkSize(to.path, to.size, store.limits.memoryBytes)
  c.grow({
    memories: Number(to !== null) - Number(wasLive),
    bytes: (to?.size ?? 0) - (before?.size ?? 0),
  })
  const sequence = c.next()
  const id = before?.id ?? newId('mem', now.getTime())
  const ordinal = (before?.ordinal ?? 0) + 1
  // An agent's restore and undo are an agent's, too.
  const isLanded = (cause.isPassed ?? isPassed) === true
  const side = !cause.isAgent ? 'person' : isLanded ? 'passed' : 'agent'
  const version: Version = {
    id: newId('memver', now.getTime()),
    storeId: store.id,
    sequence,
    untilSequence: null,
    memoryId: id,
    ordinal,
    operation: operationOf(before, to),
    path: to?.path ?? before?.path ?? null,
    sha256: to?.sha256 ?? null,
    size: to?.size ?? null,
    createdAt: now,
    ...byActor(cause.actor),
    side,
    sessionId: cause.sessionId ?? null,
    toolUseId: cause.toolUseId ?? null,
    client: cause.client ?? null,
    attribution: null,
    batchId,
    redactedAt: null,
    redactedByType: null,
    redactedById: null,
    rewrittenAt: null,
  }
  const memory: Memory = {
    id,
    storeId: store.id,
    path: to?.path ?? null,
    folder: to && parentPath(to.path),
    versionId: version.id,
    sequence,
    ordinal,
    sha256: version.sha256,
    size: version.size,
    ...markAfter(before, version),
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  }
  return { memory, version }
}

/** What is brought back was modified: a memory is created once. */
function operationOf(before: Memory | null, to: NewState | null): Version['operation'] {
  if (!to) return 'deleted'
  return before ? 'modified' : 'created'
}

async function checkVersions(c: Change, heads: readonly HeadChange[]): Promise<void> {
  const more = heads.filter(({ memory, to }) => to && memory?.path == null).length
  if (more === 0 || more <= (await versionsLeft(c.tx, c.store))) return
  throw limitReached('versions', c.store.limits.versions ?? 0)
}

/**
 * How many versions a store has room for before nothing new is taken. They are counted only where
 * somebody set a limit.
 */
export async function versionsLeft(reader: Reader, { id, limits }: Store): Promise<number> {
  if (limits.versions === null) return Infinity
  return limits.versions - (await reader.version.count({ where: { storeId: id } }))
}
