import { getStore } from '@/lib/store/stores'
import { parentPath } from '@/lib/text/memory-path'
import { storedFiles } from './files'
import { ROOT } from './paths'
import { linesNotSeen, notInView, viewDirectory, viewFile } from './view'

/** The exact answers that an agent gets, and what they leave out. */
export type AgentView = Awaited<ReturnType<typeof agentView>>

/**
 * The answers to `view` of a memory and of its folder, for people: nothing counts as read. The store stands
 * alone, at `/memories`; `most` is the most characters of an answer. Refuses `store_not_found`.
 */
export async function agentView(memory: { storeId: string; path: string; content: string }) {
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
