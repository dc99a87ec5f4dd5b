import { db, turn } from '@/lib/db'
import { sha256Hex } from '@/lib/text/content'
import { parentPath } from '@/lib/text/memory-path'
import type { Folder, LiveMemory, MemoryText, Page, View } from './model/model'
import { memoryNotFound, versionDamaged } from './model/problems'
import { below } from './write/paths'

/** Reading memories, now or as they were. `at` is a number of the store's changes. */

/** Of a memory: its id, or the path at which it lies. */
export type MemoryAddress = { memoryId: string } | { path: string }

export interface MemoryAt {
  storeId: string
  /** now, unless given */
  at?: number | undefined
}

/** A memory, with its text where `view` is `full`. */
export type Read<V extends View> = V extends 'full' ? MemoryText : LiveMemory

/** A live memory, or one as it was. Refuses `memory_not_found`, `version_damaged`. */
export async function getMemory<V extends View>(
  asked: MemoryAt & MemoryAddress,
  view: V,
): Promise<Read<V>> {
  const found = asked.at === undefined ? await now(asked, view) : await past(asked, asked.at, view)
  if (found) return found as Read<V>
  throw memoryNotFound(asked.storeId, 'memoryId' in asked ? asked.memoryId : asked.path)
}

async function now(asked: MemoryAt & MemoryAddress, view: View): Promise<LiveMemory | null> {
  const { storeId } = asked
  const where =
    'memoryId' in asked ? { id: asked.memoryId, storeId } : { storeId, path: asked.path }
  const found = await db.memory.findFirst({ where, omit: { content: view === 'basic' } })
  return found && checked(found as LiveMemory & { content?: string | null })
}

async function past(
  asked: MemoryAt & MemoryAddress,
  at: number,
  view: View,
): Promise<LiveMemory | null> {
  const { storeId, ...stood } = stoodAt(asked.storeId, at)
  // Without the store: SQLite would look through all of it, and a memory's own index is enough.
  const named = 'memoryId' in asked ? { memoryId: asked.memoryId } : { storeId, path: asked.path }
  const version = await db.version.findFirst({
    where: { ...stood, ...named },
    omit: { content: view === 'basic' },
    include: { memory: { select: { createdAt: true } } },
  })
  return version?.storeId === storeId ? checked(asMemory(version)) : null
}

/** What the databases hold at most as a number. */
const MAX_NUMBER = 2 ** 31 - 1

/** The versions that stood at a number of a store's changes, but for what was redacted since. */
export const stoodAt = (storeId: string, at: number) => ({
  storeId,
  sequence: { lte: Math.min(at, MAX_NUMBER) },
  OR: [{ untilSequence: null }, { untilSequence: { gt: Math.min(at, MAX_NUMBER) } }],
  operation: { not: 'deleted' as const },
  redactedAt: null,
})

interface PastVersion {
  id: string
  storeId: string
  memoryId: string
  sequence: number
  ordinal: number
  path: string | null
  sha256: string | null
  size: number | null
  createdAt: Date
  content?: string | null
  memory: { createdAt: Date }
}

/** A memory as a version of it left it. */
function asMemory(version: PastVersion): Listed {
  const { memory, path } = version
  return {
    id: version.memoryId,
    storeId: version.storeId,
    path: path ?? '',
    folder: parentPath(path ?? ''),
    versionId: version.id,
    sequence: version.sequence,
    ordinal: version.ordinal,
    sha256: version.sha256 ?? '',
    size: version.size ?? 0,
    reviewedSequence: null,
    toReview: null,
    toReviewAt: null,
    createdAt: memory.createdAt,
    updatedAt: version.createdAt,
    ...(version.content !== undefined && { content: version.content }),
  }
}

/** A live memory whose text, if it was asked for, is what was written; null: it is deleted. */
function checked<T extends LiveMemory & { content?: string | null }>(memory: T): T | null {
  if ((memory.path as string | null) === null) return null
  const { content } = memory
  if (typeof content === 'string' && sha256Hex(content) !== memory.sha256) {
    throw versionDamaged(memory.versionId)
  }
  return memory
}

export interface ListMemories extends MemoryAt {
  /** ends with `/`; the root unless given */
  prefix?: string | undefined
  /** 0: everything below; 1: what lies in it, what is deeper as its folder */
  depth?: 0 | 1 | undefined
  /** `next` of the page before: the path of its last entry */
  after?: string | undefined
  limit: number
}

/** A memory of a list; `content` is there in the view `full`, null of a damaged one. */
export type Listed = LiveMemory & { content?: string | null }

/** A page of a store's memories and, with depth 1, folders; by the bytes of their paths. */
export async function listMemories(list: ListMemories, view: View): Promise<Page<Listed | Folder>> {
  const items: (Listed | Folder)[] = []
  let after = list.after
  // One page of rows, or one row a folder: what lies in the folder is passed over.
  while (items.length <= list.limit) {
    const rows = await rowsAfter({ ...list, after, limit: list.limit + 1 - items.length }, view)
    if (rows.length === 0) break
    for (const row of rows) {
      const folder = list.depth === 1 ? folderOf(row.path, list.prefix ?? '/') : null
      if (folder === null) items.push(row)
      else items.push({ kind: 'folder', path: folder })
      after = folder ?? row.path
      // The rest of these rows may lie in it.
      if (folder !== null) break
    }
  }
  const page = items.slice(0, list.limit)
  const next = items.length > list.limit ? (page.at(-1)?.path ?? null) : null
  return { items: page, next }
}

function folderOf(path: string, prefix: string): string | null {
  const slash = path.indexOf('/', prefix.length)
  return slash === -1 ? null : path.slice(0, slash + 1)
}

/** Rows by path after an entry: a memory's path, or a folder's with its `/`, all of which is passed over. */
async function rowsAfter(list: ListMemories, view: View): Promise<Listed[]> {
  const { storeId, prefix = '/', after, limit, at } = list
  const { gte, lt } = below(prefix.slice(0, -1))
  const from =
    after === undefined
      ? {}
      : after.endsWith('/')
        ? { gte: `${after.slice(0, -1)}0` }
        : { gt: after }
  const path = { gte, lt, ...from }
  if (at === undefined) {
    const rows = await db.memory.findMany({
      where: { storeId, path },
      orderBy: { path: 'asc' },
      take: limit,
      omit: { content: view === 'basic' },
    })
    return rows.map((row) => readable(row as Listed))
  }
  const versions = await db.version.findMany({
    where: { ...stoodAt(storeId, at), path },
    orderBy: { path: 'asc' },
    take: limit,
    omit: { content: view === 'basic' },
    include: { memory: { select: { createdAt: true } } },
  })
  return versions.map((version) => readable(asMemory(version)))
}

/** A list names what is damaged, and goes on. */
function readable(memory: Listed): Listed {
  const { content, sha256 } = memory
  const isWhole = typeof content !== 'string' || sha256Hex(content) === sha256
  return isWhole ? memory : { ...memory, content: null }
}

const TEXTS_A_PAGE = 200

/**
 * All memories of a store with their texts, by path, in pages; others are let in between. A damaged one is
 * told to `onDamaged` and passed over. Ends when the signal aborts.
 */
export async function* allMemories(of: {
  storeId: string
  at?: number | undefined
  signal?: AbortSignal | undefined
  onDamaged?: (path: string, versionId: string) => void
}): AsyncGenerator<MemoryText[]> {
  let after: string | undefined
  for (;;) {
    of.signal?.throwIfAborted()
    const rows = await textsAfter(of.storeId, of.at, after)
    if (rows.length === 0) return
    after = rows.at(-1)?.path
    yield rows.filter((row) => {
      if (sha256Hex(row.content) === row.sha256) return true
      of.onDamaged?.(row.path, row.versionId)
      return false
    })
    await turn()
  }
}

async function textsAfter(
  storeId: string,
  at: number | undefined,
  after: string | undefined,
): Promise<MemoryText[]> {
  const path = after === undefined ? { not: null } : { gt: after }
  if (at === undefined) {
    const rows = await db.memory.findMany({
      where: { storeId, path },
      orderBy: { path: 'asc' },
      take: TEXTS_A_PAGE,
      omit: { content: false },
    })
    return rows as MemoryText[]
  }
  const versions = await db.version.findMany({
    where: { ...stoodAt(storeId, at), path },
    orderBy: { path: 'asc' },
    take: TEXTS_A_PAGE,
    omit: { content: false },
    include: { memory: { select: { createdAt: true } } },
  })
  return versions.map((version) => asMemory(version) as MemoryText)
}
