import { getStore } from '@/lib/store/stores'
import { parentPath } from '@/lib/text/memory-path'
import { storedFiles } from './files'
import { ROOT } from './paths'
import { linesNotSeen, notInView, viewDirectory, viewFile } from './view'

/** The exact answers that an agent gets, and what they leave out. */
export interface AgentView {
  /** the answer to `view` of the memory */
  file: string
  /** lines that the answer leaves out or cuts */
  notSeen: { lines: number; total: number }
  /** the most that one answer holds, in characters */
  most: number
  /** the memory's folder as the tool names it, the answer to `view` of it, and what that leaves out */
  folder: { path: string; answer: string; hidden: string[]; deeper: string[] }
}

/**
 * Both views of a memory, for people: nothing counts as read. The store stands alone, at `/memories`.
 * Refuses `store_not_found`.
 */
export async function agentView(memory: {
  storeId: string
  path: string
  content: string
}): Promise<AgentView> {
  const { storeId, path, content } = memory
  const most = (await getStore(storeId)).limits.viewCharacters
  const folder = parentPath(path)
  const shown = ROOT + folder
  const entries = (await storedFiles().entries({ storeId, path: folder })).map((entry) => ({
    ...entry,
    path: ROOT + entry.path,
  }))
  const file = viewFile(ROOT + path, content, undefined, most)
  return {
    file,
    notSeen: linesNotSeen(file, content),
    most,
    folder: {
      path: shown,
      answer: viewDirectory(shown, entries, most),
      ...notInView(shown, entries),
    },
  }
}
