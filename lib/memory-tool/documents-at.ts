import type { Database } from '@/lib/db/database'
import { listMemories } from '@/lib/store/memories/read-memories'
import type { DocumentEntry, DocumentList } from './memory-files'

/**
 * The documents whose path begins with a prefix, which may end within a name, in path order. `from`:
 * the path after which the list goes on.
 */
export async function documentsAt(
  db: Database,
  storeId: string,
  prefix: string,
  limit: number,
  from?: string,
): Promise<DocumentList> {
  const wanted = prefix.startsWith('/') ? prefix : `/${prefix}`
  const directory = wanted.slice(0, wanted.lastIndexOf('/'))
  const documents: DocumentEntry[] = []
  let after = from
  for (;;) {
    const page = await listMemories(db, {
      storeId,
      directory,
      depth: 'all',
      limit: 1000,
      after,
      audience: 'agents',
    })
    for (const entry of page.entries) {
      if (entry.type !== 'memory' || !entry.memory.path.startsWith(wanted)) continue
      if (documents.length === limit) return { documents, hasMore: true }
      documents.push({ path: entry.memory.path, size: entry.memory.size })
    }
    if (page.next === null) return { documents, hasMore: false }
    after = page.next
  }
}
