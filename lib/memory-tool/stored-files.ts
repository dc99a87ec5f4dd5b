import type { Database } from '@/lib/db/database'
import {
  createMemory,
  editMemory,
  putMemory,
  removeMemory,
} from '@/lib/store/memories/change-memories'
import { moveBetweenStores, movePath, removePath } from '@/lib/store/memories/change-paths'
import { listMemories } from '@/lib/store/memories/read-memories'
import type { Cause } from '@/lib/store/model/actor'
import { lastRead, recordRead, recordShownLines } from '@/lib/store/reads/reads'
import { searchStore } from '@/lib/store/search/search-store'
import { getStore } from '@/lib/store/stores/read-stores'
import { documentsAt } from './documents-at'
import { foundAt, memoryAt } from './memory-at'
import type {
  Child,
  Expects,
  FileAddress,
  FoundText,
  MemoryFiles,
  PutFile,
  ReadFile,
} from './memory-files'

/** The memories of a database's stores as an agent is served them; changes name their cause. */
export function storedFiles(db: Database, cause: Cause): MemoryFiles {
  return new StoredFiles(db, cause)
}

const CHILDREN_PER_PAGE = 1000

/** The entries directly in a directory of a store as an agent is served them, in path order. */
export async function childrenOf(
  db: Database,
  { storeId, path: directory }: FileAddress,
): Promise<Child[]> {
  const children: Child[] = []
  let after: string | undefined
  do {
    const page = await listMemories(db, {
      storeId,
      directory,
      depth: 'children',
      audience: 'agents',
      limit: CHILDREN_PER_PAGE,
      after,
    })
    for (const entry of page.entries) {
      children.push(
        entry.type === 'memory'
          ? { path: entry.memory.path, size: entry.memory.size }
          : { path: entry.directory.path, size: entry.directory.byteSize ?? 0 },
      )
    }
    after = page.next ?? undefined
  } while (after !== undefined)
  return children
}

class StoredFiles implements MemoryFiles {
  constructor(
    private readonly db: Database,
    private readonly cause: Cause,
  ) {}

  async read({ storeId, path }: FileAddress): Promise<ReadFile | null> {
    const found = await foundAt(this.db, storeId, path)
    if (!found) return null
    const { memory, settings } = found
    recordRead(this.db, { memoryId: memory.id, sequence: memory.sequence, cause: this.cause })
    return { content: memory.content, maxViewChars: settings.maxViewChars }
  }

  async hasFile({ storeId, path }: FileAddress): Promise<boolean> {
    return (await memoryAt(this.db, storeId, path)) !== null
  }

  async hasDirectory({ storeId, path: directory }: FileAddress): Promise<boolean> {
    const { entries } = await listMemories(this.db, {
      storeId,
      directory,
      depth: 'children',
      audience: 'agents',
      limit: 1,
    })
    return entries.length > 0
  }

  children(at: FileAddress): Promise<Child[]> {
    return childrenOf(this.db, at)
  }

  async storeSize(storeId: string): Promise<number> {
    return (await getStore(this.db, storeId)).byteSize
  }

  documents(storeId: string, prefix: string, limit: number) {
    return documentsAt(this.db, storeId, prefix, limit)
  }

  async search(storeId: string, query: string, limit: number): Promise<FoundText> {
    const { hits, hasMore, unreadable } = await searchStore(this.db, {
      storeId,
      query,
      limit,
      audience: 'agents',
    })
    if (hits.length > 0) recordShownLines(this.db, hits, this.cause)
    return {
      hits: hits.map(({ memory, matches }) => ({ path: memory.path, matches })),
      hasMore,
      unreadableCount: unreadable.length,
    }
  }

  async create(at: FileAddress, content: string): Promise<string[]> {
    const memory = await createMemory(this.db, { ...at, content, cause: this.cause })
    return [memory.versionId]
  }

  async edit(
    at: FileAddress,
    edit: (content: string) => string,
    expects?: Expects,
  ): Promise<string[]> {
    const { versionId } = await editMemory(this.db, {
      ...at,
      edit,
      cause: this.cause,
      // An edit names the text that it replaces, so an unread change elsewhere is not lost by it.
      ...(expects === undefined || expects === 'as last read' ? {} : { precondition: expects }),
    })
    return versionId === null ? [] : [versionId]
  }

  async put(at: FileAddress, content: string, expects?: Expects): Promise<PutFile> {
    const { memory, change } = await putMemory(this.db, {
      ...at,
      content,
      cause: this.cause,
      ...(await this.expectation(at, expects)),
    })
    return { change, versionIds: change === 'none' ? [] : [memory.versionId] }
  }

  remove(at: FileAddress): Promise<string[]> {
    return removePath(this.db, { ...at, cause: this.cause })
  }

  async removeFile(at: FileAddress, expects?: Expects): Promise<string[]> {
    const expectation = await this.expectation(at, expects)
    return [await removeMemory(this.db, { ...at, cause: this.cause, ...expectation })]
  }

  move(from: FileAddress, to: FileAddress): Promise<string[]> {
    const { db, cause } = this
    return from.storeId === to.storeId
      ? movePath(db, { ...from, newPath: to.path, cause })
      : moveBetweenStores(db, { from, to, cause })
  }

  private async expectation(
    at: FileAddress,
    expects: Expects | undefined,
  ): Promise<{ precondition?: { contentSha256: string }; seen?: number }> {
    if (expects === undefined) return {}
    if (expects !== 'as last read') return { precondition: expects }
    return { seen: await lastRead(this.db, { ...at, actor: this.cause.actor }) }
  }
}
