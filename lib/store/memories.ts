import { db, padded } from '@/lib/db'
import { pagesOf, partsToRead } from '@/lib/db/many'
import { parentPath } from '@/lib/text/memory-path'
import type { Folder, LiveMemory, MemoryText, Page, Version, View } from './model/model'
import { memoryNotFound } from './model/problems'
import { isSound, soundText } from './model/sound'
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
  const one = 'memoryId' in asked ? { memoryId: asked.memoryId } : { path: asked.path }
  const [found] = await rowsAt(asked, one, view, 1)
  if (!found) throw memoryNotFound(asked.storeId, one.memoryId ?? one.path)
  if (view === 'full') soundText({ content: null, ...found }, found.versionId)
  return found as Read<V>
}

/** What the databases hold at most as a number. */
const MAX_NUMBER = 2 ** 31 - 1

/** The versions that stood at a number of a store's changes, but for what was redacted since. */
export function stoodAt(storeId: string, at: number) {
  const upTo = Math.min(at, MAX_NUMBER)
  return {
    storeId,
    sequence: { lte: upTo },
    OR: [{ untilSequence: null }, { untilSequence: { gt: upTo } }],
    operation: { not: 'deleted' as const },
    redactedAt: null,
  }
}

type PathRange = { gte?: string; gt?: string; lt?: string } | { not: null } | { in: string[] }

/** Memories of a store by path, now or as they were. */
async function rowsAt(
  { storeId, at }: MemoryAt,
  which:
    | { memoryId: string; path?: undefined }
    | { path: string | PathRange; memoryId?: undefined },
  view: View,
  take: number,
): Promise<Listed[]> {
  const asked = { orderBy: { path: 'asc' }, take, omit: { content: view === 'basic' } } as const
  const { memoryId, path = { not: null } } = which
  if (at === undefined) {
    const where = { storeId, path, ...(memoryId !== undefined && { id: memoryId }) }
    return (await db.memory.findMany({ where, ...asked })) as Listed[]
  }
  const { storeId: _, ...stood } = stoodAt(storeId, at)
  // Without the store: SQLite would look through all of it, and a memory's own index is enough.
  const where = memoryId === undefined ? { storeId, path } : { memoryId }
  const rows = await db.version.findMany({ where: { ...stood, ...where }, ...asked, ...MADE })
  return rows.filter((row) => row.storeId === storeId).map(asMemory)
}

/** What a version does not say of its memory. */
export const MADE = { include: { memory: { select: { createdAt: true } } } } as const

/** A memory as a version of it left it. */
export function asMemory({
  memory,
  ...version
}: Version & { content?: string | null; memory: { createdAt: Date } }): Listed {
  const path = version.path ?? ''
  return {
    id: version.memoryId,
    storeId: version.storeId,
    path,
    folder: parentPath(path),
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

const ROWS_AFTER_A_FOLDER = 8

/** A page of a store's memories and, with depth 1, folders; by the bytes of their paths. */
export async function listMemories(list: ListMemories, view: View): Promise<Page<Listed | Folder>> {
  const items: (Listed | Folder)[] = []
  let after = list.after
  while (items.length <= list.limit) {
    const path = pathsAfter(list.prefix ?? '/', after)
    // Where one folder ends another may begin, of which the first row is enough.
    const most = after?.endsWith('/') ? ROWS_AFTER_A_FOLDER : Infinity
    const rows = await rowsAt(list, { path }, view, Math.min(most, list.limit + 1 - items.length))
    if (rows.length === 0) break
    for (const row of rows) {
      const folder = list.depth === 1 ? folderOf(row.path, list.prefix ?? '/') : null
      // It lies in the folder that was told last.
      if (folder !== null && folder === after) continue
      items.push(folder === null ? readable(row) : { kind: 'folder', path: folder })
      after = folder ?? row.path
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

/** The paths after an entry: a memory's path, or a folder's with its `/`, all of which is passed over. */
function pathsAfter(prefix: string, after: string | undefined): PathRange {
  const within = below(prefix.slice(0, -1))
  if (after === undefined) return within
  return after.endsWith('/')
    ? { ...within, gte: `${after.slice(0, -1)}0` }
    : { ...within, gt: after }
}

/** A list names what is damaged, and goes on. */
function readable(memory: Listed): Listed {
  const { content } = memory
  return content === undefined || isSound({ ...memory, content })
    ? memory
    : { ...memory, content: null }
}

const MEMORIES_A_PAGE = 200

/**
 * All memories of a store with their texts, by path, in parts that slow readers can hold. A damaged one is
 * told to `onDamaged` and passed over. Ends when the signal aborts.
 */
export async function* allMemories(
  of: MemoryAt & {
    signal?: AbortSignal | undefined
    onDamaged?: (path: string, versionId: string) => void
  },
): AsyncGenerator<MemoryText[]> {
  const read = (last: Listed | undefined, size: number) =>
    rowsAt(of, { path: last ? { gt: last.path } : { not: null } }, 'basic', size)
  for await (const rows of pagesOf(MEMORIES_A_PAGE, read, of.signal)) {
    for (const some of partsToRead(rows)) {
      const path = { in: padded(some.map((row) => row.path)) }
      const texts = await rowsAt(of, { path }, 'full', some.length)
      yield texts.filter((row): row is MemoryText => {
        if (isSound({ content: null, ...row })) return true
        of.onDamaged?.(row.path, row.versionId)
        return false
      })
    }
  }
}
