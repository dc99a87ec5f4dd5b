import path from 'node:path'
import { readWatchedFile } from './read-file'
import type { Walked } from './walk-folder'

/** The index of Claude Code's memory, which it loads at the start of each conversation. */
const INDEX = '/MEMORY.md'

const MOST_BYTES = 256 * 1024

/** How many files the index of a folder lists that are not there. */
export async function missingFromIndex(root: string, { files }: Walked): Promise<number> {
  if (!files.has(INDEX)) return 0
  const read = await readWatchedFile(path.join(root, INDEX), MOST_BYTES, async () => {})
  if (read.kind !== 'text') return 0
  return listedFiles(read.content).filter((listed) => !files.has(listed)).length
}

/** The files that an index links to, as paths of memories. */
export function listedFiles(index: string): string[] {
  const links = [...index.matchAll(/\]\(\s*<?([^)>#\s]+\.md)>?[^)]*\)/g)].map(([, to]) => to ?? '')
  const own = links.filter((to) => !to.includes(':') && !to.startsWith('/'))
  return [...new Set(own.map((to) => path.posix.join('/', safelyDecoded(to))))]
}

function safelyDecoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
