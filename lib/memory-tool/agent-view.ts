import type { Database } from '@/lib/db/database'
import { getStore } from '@/lib/store/stores/read-stores'
import type { FileAddress } from './memory-files'
import { childrenOf } from './stored-files'
import { linesNotSeen, viewFile } from './view'
import { notInView, viewDirectory } from './view-directory'

/** The exact answers that an agent gets, and what they leave out. */
export interface AgentView {
  /** the answer to `view` of the memory */
  file: string
  /** lines that the answer omits or cuts */
  notSeen: { lines: number; total: number }
  /** the most that one answer shows of a file, in characters */
  maxViewChars: number
  /** the memory's folder, as the tool names it, and the answer to `view` of it */
  folder: { path: string; answer: string; hidden: string[]; deeper: string[] }
}

const ROOT = '/memories'

/**
 * Both views of a memory, for people: no read is recorded. The store is mounted alone, at
 * `/memories`. Refuses `store_not_found`.
 */
export async function agentView(
  db: Database,
  input: { storeId: string; path: string; content: string },
): Promise<AgentView> {
  const { storeId, path, content } = input
  const { maxViewChars } = (await getStore(db, storeId)).settings
  const files = { children: (at: FileAddress) => childrenOf(db, at) }
  const folder = path.slice(0, path.lastIndexOf('/'))
  const shown = ROOT + folder
  return {
    file: viewFile(ROOT + path, content, undefined, maxViewChars),
    notSeen: linesNotSeen(content, maxViewChars),
    maxViewChars,
    folder: {
      path: shown,
      answer: await viewDirectory(files, storeId, { shown, path: folder }),
      ...(await notInView(files, storeId, folder)),
    },
  }
}
