import type { Database } from '@/lib/db/database'
import { getStore } from '@/lib/store/get-store'
import { linesNotSeen, viewFile } from './view'
import { notInView, viewDirectory } from './view-directory'

/** What an agent is answered, to the letter, and what it does not learn by it. */
export interface AgentView {
  /** the answer to `view` of the memory */
  file: string
  /** lines that the answer leaves out or cuts */
  notSeen: { lines: number; total: number }
  /** how much of a file one answer holds, in characters */
  maxViewChars: number
  /** the folder that the memory lies in, as the tool calls it, and the answer to `view` of it */
  folder: { path: string; answer: string; hidden: string[]; deeper: string[] }
}

const ROOT = '/memories'

/**
 * Both views of a memory, for people to look at: no read is recorded. The store is mounted alone, at
 * `/memories`. Refuses `store_not_found`.
 */
export async function agentView(
  db: Database,
  input: { storeId: string; path: string; content: string },
): Promise<AgentView> {
  const { storeId, path, content } = input
  const { maxViewChars } = (await getStore(db, storeId)).settings
  const folder = path.slice(0, path.lastIndexOf('/'))
  const shown = ROOT + folder
  return {
    file: viewFile(ROOT + path, content, undefined, maxViewChars),
    notSeen: linesNotSeen(content, maxViewChars),
    maxViewChars,
    folder: {
      path: shown,
      answer: await viewDirectory(db, storeId, { shown, path: folder }),
      ...(await notInView(db, storeId, folder)),
    },
  }
}
