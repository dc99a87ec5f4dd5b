import type {
  Child,
  DocumentList,
  FileAddress,
  FoundText,
  MemoryFiles,
  PutFile,
  ReadFile,
} from '@/lib/memory-tool/memory-files'
import { refuse } from '@/lib/store/model/problems'
import type { ScratchStore } from './scratch-store'

/** Scratch stores as an agent's tools work on them. No versions are written. */
export function scratchFiles(stores: readonly ScratchStore[]): MemoryFiles {
  return new ScratchFiles(new Map(stores.map((store) => [store.storeId, store])))
}

class ScratchFiles implements MemoryFiles {
  constructor(private readonly stores: ReadonlyMap<string, ScratchStore>) {}

  async read({ storeId, path }: FileAddress): Promise<ReadFile | null> {
    const store = this.store(storeId)
    const content = await store.contentAt(path)
    return content === null ? null : { content, maxViewChars: await store.maxViewChars() }
  }

  async hasFile({ storeId, path }: FileAddress): Promise<boolean> {
    return (await this.store(storeId).contentAt(path)) !== null
  }

  async hasDirectory({ storeId, path }: FileAddress): Promise<boolean> {
    return (await this.store(storeId).within(`${path}/`)).length > 0
  }

  children({ storeId, path }: FileAddress): Promise<Child[]> {
    return this.store(storeId).children(path)
  }

  async storeSize(storeId: string): Promise<number> {
    const files = await this.store(storeId).within('/')
    return files.reduce((sum, { size }) => sum + size, 0)
  }

  async documents(storeId: string, prefix: string, limit: number): Promise<DocumentList> {
    const wanted = prefix.startsWith('/') ? prefix : `/${prefix}`
    const documents = await this.store(storeId).within(wanted)
    return { documents: documents.slice(0, limit), hasMore: documents.length > limit }
  }

  search(storeId: string, query: string, limit: number): Promise<FoundText> {
    return this.store(storeId).search(query, limit)
  }

  async create({ storeId, path }: FileAddress, content: string): Promise<string[]> {
    await this.store(storeId).create(path, content)
    return []
  }

  async edit({ storeId, path }: FileAddress, edit: (content: string) => string): Promise<string[]> {
    await this.store(storeId).edit(path, edit)
    return []
  }

  async put({ storeId, path }: FileAddress, content: string): Promise<PutFile> {
    return { change: await this.store(storeId).put(path, content), versionIds: [] }
  }

  async remove({ storeId, path }: FileAddress): Promise<string[]> {
    await this.store(storeId).remove(path)
    return []
  }

  async removeFile({ storeId, path }: FileAddress): Promise<string[]> {
    await this.store(storeId).removeFile(path)
    return []
  }

  async move(from: FileAddress, to: FileAddress): Promise<string[]> {
    await this.store(from.storeId).move(from.path, this.store(to.storeId), to.path)
    return []
  }

  private store(storeId: string): ScratchStore {
    return this.stores.get(storeId) ?? refuse({ kind: 'store_not_found', storeId })
  }
}
