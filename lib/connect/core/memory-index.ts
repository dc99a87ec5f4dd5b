import path from 'node:path'
import { readWatchedFile } from './read-file'
import type { Walked } from './walk-folder'

/** The index of Claude Code's memory, which it loads at the start of each conversation. */
const INDEX = '/MEMORY.md'

const MOST_BYTES = 256 * 1024

/** Of the index, Claude Code loads so many lines and bytes. */
const LOADED_LINES = 200
const LOADED_BYTES = 25 * 1024

/** Of a fact, so many bytes are recalled. */
const RECALLED_BYTES = 4 * 1024

/** What of a folder of Claude Code's memory does not work as it is meant. */
export interface MemoryFaults {
  /** files that its index lists and that are not there */
  missing: number
  /** facts that are longer than what is recalled of them */
  longFacts: number
  /** lines at the end of its index that are not loaded */
  unloadedLines: number
}

const NO_FAULTS: MemoryFaults = { missing: 0, longFacts: 0, unloadedLines: 0 }

/** Of a folder as it was just looked at. */
export async function memoryFaults(root: string, { files }: Walked): Promise<MemoryFaults> {
  let longFacts = 0
  for (const [name, { size }] of files) {
    if (name !== INDEX && size > RECALLED_BYTES) longFacts++
  }
  if (!files.has(INDEX)) return { ...NO_FAULTS, longFacts }
  const read = await readWatchedFile(path.join(root, INDEX), MOST_BYTES, async () => {})
  if (read.kind !== 'text') return { ...NO_FAULTS, longFacts }
  const missing = listedFiles(read.content).filter((listed) => !files.has(listed)).length
  return { missing, longFacts, unloadedLines: unloadedLines(read.content) }
}

/** Lines of an index past what is loaded of it. */
export function unloadedLines(index: string): number {
  const lines = index.replace(/\n$/, '').split('\n')
  let bytes = 0
  const loaded = lines.findIndex((line, at) => {
    bytes += Buffer.byteLength(line) + 1
    return at >= LOADED_LINES || bytes > LOADED_BYTES
  })
  return loaded === -1 ? 0 : lines.length - loaded
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
