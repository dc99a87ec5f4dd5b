import { type Mount, mountNamed } from '@/lib/memory-tool/mount'
import { parseDocumentInput } from '@/lib/document-tools/document-tools'

/** A line of a memory as `memory_search` shows it; of a long one, the part around the match. */
export interface FoundLine {
  readonly number: number
  readonly text: string
}

/** A memory in the answer of a search. */
export interface FoundMemory {
  readonly storeId: string
  readonly path: string
  readonly lines: readonly FoundLine[]
}

/** The part of a search's answer that is of one store: its hits, and notes such as that there are more. */
export interface StoreFound {
  /** the line that names the store; null: no other was searched */
  readonly heading: string | null
  readonly memories: readonly FoundMemory[]
  readonly notes: readonly string[]
}

const HEADING = /^In the store (.+):$/
const LINE = /^ {2}(\d+): (.*)$/s

/** The parts of the answer to a search, store by store; []: it is none, or found nothing. */
export function foundIn(input: unknown, content: string, mounts: readonly Mount[]): StoreFound[] {
  const parsed = parseDocumentInput('memory_search', input)
  if (!parsed.isValid) return []
  const [only, ...others] = mounts
  const alone = only && others.length === 0 ? only : null
  const { store } = parsed.value
  let mount = store === undefined ? alone : mountNamed(mounts, store)
  const stores: { heading: string | null; memories: Memory[]; notes: string[] }[] = []
  for (const line of content.split('\n')) {
    const [, named] = HEADING.exec(line) ?? []
    if (named !== undefined || stores.length === 0) {
      stores.push({ heading: named === undefined ? null : line, memories: [], notes: [] })
    }
    if (named !== undefined) {
      mount = mountNamed(mounts, named)
      continue
    }
    const last = stores.at(-1)
    const [, number, text] = LINE.exec(line) ?? []
    if (number !== undefined && text !== undefined) {
      last?.memories.at(-1)?.lines.push({ number: Number(number), text })
    } else if (line.startsWith('/') && mount) {
      last?.memories.push({ storeId: mount.storeId, path: line, lines: [] })
    } else last?.notes.push(line)
  }
  return stores
}

type Memory = Omit<FoundMemory, 'lines'> & { lines: FoundLine[] }
