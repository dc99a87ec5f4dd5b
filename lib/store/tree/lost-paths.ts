import type { Database } from '@/lib/db/database'
import type { BulkSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { ancestorPaths, baseName } from '@/lib/text/memory-path'
import { turns } from '@/lib/turns'
import { mendNode } from './mend-node'
import { keysOfStores } from '../stores/sql/stores'
import { changeStore } from '../write/store-transaction'
import {
  countedDirectory,
  directoriesAt,
  type DirectoryRow,
  memoriesInTree,
  type MemoryInTreeRow,
} from './sql/lost-paths'
import { rangeBelow } from './subtree'
import type { Cause } from '../model/actor'

/** A live memory, or a folder of some, that the tree of its store lacks or counts wrongly. */
export interface LostPath {
  storeId: string
  path: string
  isFolder: boolean
}

const MEMORIES_PER_PAGE = 2000
const FOLDERS_PER_QUERY = 500

/**
 * Compares the tree of every store with its memories and yields where it differs: page by page, on a
 * connection for long reads, and giving way. What a writer changes meanwhile is looked at again, and
 * is no difference.
 */
export async function* lostPaths(
  db: Pick<Database, 'bulk'>,
  signal?: AbortSignal,
): AsyncGenerator<LostPath> {
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  for (const { key: storeKey, id: storeId } of await keysOfStores(sql)) {
    let open: Folder[] = []
    let closed: Folder[] = []
    const lostFolders = async function* () {
      for (const path of await miscounted(sql, storeKey, closed)) {
        yield { storeId, path, isFolder: true }
      }
      closed = []
    }
    for await (const { path, size, isThere } of memoriesOf(sql, storeKey)) {
      await maybeYield()
      if (isThere === 0) yield { storeId, path, isFolder: false }
      // By the order of paths, what lies in a folder comes without anything else in between.
      const isAround = (folder: Folder) => path.startsWith(`${folder.path}/`)
      closed.push(...open.filter((folder) => !isAround(folder)))
      open = open.filter(isAround)
      for (const above of ancestorPaths(path).slice(open.length)) {
        open.push({ path: above, memories: 0, bytes: 0 })
      }
      for (const folder of open) {
        folder.memories++
        folder.bytes += size
      }
      if (closed.length >= FOLDERS_PER_QUERY) yield* lostFolders()
    }
    closed.push(...open)
    yield* lostFolders()
  }
}

interface Folder {
  path: string
  /** live memories anywhere below, and their bytes */
  memories: number
  bytes: number
}

async function* memoriesOf(sql: BulkSql, storeKey: number): AsyncGenerator<MemoryInTreeRow> {
  for (let after = rangeBelow('').from; ;) {
    const rows = await memoriesInTree(sql, { storeKey, after, limit: MEMORIES_PER_PAGE })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < MEMORIES_PER_PAGE) return
    after = last.path
  }
}

async function miscounted(
  sql: BulkSql,
  storeKey: number,
  folders: readonly Folder[],
): Promise<string[]> {
  const lost: string[] = []
  for (const some of chunked(folders, FOLDERS_PER_QUERY)) {
    const paths = some.map(({ path }) => path)
    const rows = await directoriesAt(sql, storeKey, paths)
    const nodes = new Map(rows.map((row) => [row.path, row]))
    for (const folder of some) {
      if (isRight(nodes.get(folder.path), folder)) continue
      const again = await countedAgain(sql, storeKey, folder.path)
      if (again.memories > 0 && !isRight(again.node, again)) lost.push(folder.path)
    }
  }
  return lost
}

function isRight(node: DirectoryRow | undefined, { path, memories, bytes }: Folder): boolean {
  return (
    node?.entry === `${baseName(path)}/` &&
    node.memoryCount === memories &&
    node.byteSize === bytes &&
    node.isOpen === 1
  )
}

async function countedAgain(sql: BulkSql, storeKey: number, path: string) {
  const row = await countedDirectory(sql, { storeKey, path, ...rangeBelow(path) })
  const { memories = 0, bytes = 0 } = row ?? {}
  return { path, memories, bytes, node: row && { ...row, path } }
}

/** Paths mended in one transaction: others wait for its commit. */
const PATHS_PER_TRANSACTION = 16

/** Makes the tree of a store what its memories say, at these paths. Refuses `store_not_found`. */
export async function mendTree(
  db: Database,
  { storeId, paths, cause }: { storeId: string; paths: readonly string[]; cause: Cause },
): Promise<void> {
  for (const some of chunked(paths, PATHS_PER_TRANSACTION)) {
    await changeStore(
      db,
      storeId,
      cause,
      async (transaction) => {
        for (const path of some) await mendNode(transaction, path)
      },
      { whenArchived: 'allow' },
    )
  }
}
