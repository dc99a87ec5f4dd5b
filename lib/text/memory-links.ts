/** A link in a line that leads to a memory of the same store. */
export interface MemoryLink {
  from: number
  to: number
  /**
   * where it leads: from the memory's own directory, and, as many agents write it, from the store's
   * root; it is dead if none of them is there
   */
  paths: string[]
}

/** `[words](target)`, `[words](<target> "title")`; no image. */
const LINK =
  /(?<!!)\[[^\]\n]{0,300}\]\(\s{0,3}<?([^\s()<>]{1,500})>?(?:\s{1,3}["'][^"'\n]{0,200}["'])?\s{0,3}\)/g

/**
 * The extensions of memories, which are text. Other files of a project are not in the store, and
 * never were.
 */
const MEMORY = /\.(?:md|markdown|mdx|txt|json|jsonl|ya?ml|csv|toml|xml|html?)$/i

/**
 * The links of a line of the memory at `path` that lead to memories of its store. Addresses of the
 * web, fragments of the same memory, what is quoted as code and what lies above the root are none.
 */
export function memoryLinks(path: string, line: string): MemoryLink[] {
  if (!line.includes('](')) return []
  return [...line.matchAll(LINK)].flatMap(({ index, 0: link, 1: target = '' }) => {
    if (isCode(line, index)) return []
    const targets = [resolvedPath(path, target), resolvedPath('/', target)]
    const paths = [...new Set(targets.flatMap((each) => (each && MEMORY.test(each) ? [each] : [])))]
    return paths.length > 0 ? [{ from: index, to: index + link.length, paths }] : []
  })
}

/** Within backticks: an odd number of them stands before. */
function isCode(line: string, index: number): boolean {
  return line.slice(0, index).split('`').length % 2 === 0
}

function resolvedPath(path: string, target: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(target)) return null
  const [plain = ''] = decoded(target).split(/[#?]/)
  const parts = plain.startsWith('/') ? [] : path.split('/').slice(1, -1)
  for (const part of plain.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return `/${parts.join('/')}`
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
