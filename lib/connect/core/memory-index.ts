import path from 'node:path'
import { frontMatterOf } from '@/lib/text/front-matter'
import type { MemoryFault, MemoryFaults } from '../model/connection'
import { type FileRead, readWatchedFile } from './read-file'
import type { Walked } from './walk-folder'

/** The index of Claude Code's memory, which it loads at the start of each conversation. */
const INDEX = '/MEMORY.md'

const MAX_BYTES = 256 * 1024

/** Of the index, Claude Code loads so many lines and bytes. */
const LOADED_LINES = 200
const LOADED_BYTES = 25 * 1024

/** Of a fact, so many bytes are recalled. */
const RECALLED_BYTES = 4 * 1024

/** In a larger folder facts are not read for their names and links. */
const MAX_FACTS = 20_000

/** Faults that are named; all are counted. */
const MAX_NAMED = 100

/** A fact's name and links, as they were when its file had this hash. */
export interface KnownFact {
  sha256: string
  /** '': none */
  name: string
  /** names that it links to */
  links: readonly string[]
}

/** A folder of Claude Code's memory as it was just looked at. */
export interface LookedAt {
  root: string
  walked: Walked
  maybeYield: () => Promise<void>
  /** what is known of its facts from earlier looks; grows and shrinks with them */
  facts: Map<string, KnownFact>
  /** of a file that is watched; undefined: it cannot be a memory */
  sha256Of: (path: string) => string | undefined
}

/** Files that an index lists and that are not there. */
export async function countMissing(root: string, { files }: Walked): Promise<number> {
  const index = files.has(INDEX) ? await readIndex(root) : null
  return index === null ? 0 : listedFiles(index).filter((listed) => !files.has(listed)).length
}

/** Finds faults in a folder of Claude Code's memory: what does not work as it is meant. */
export async function memoryFaults(looked: LookedAt): Promise<MemoryFaults> {
  const { root, walked } = looked
  const { files } = walked
  const found: MemoryFault[] = []
  for (const [name, { size }] of files) {
    if (name !== INDEX && size > RECALLED_BYTES) found.push(fault('long_fact', name))
  }
  const index = files.has(INDEX) ? await readIndex(root) : null
  if (index !== null) {
    const listed = new Set(listedFiles(index))
    for (const each of listed) if (!files.has(each)) found.push(fault('missing', each))
    for (const each of files.keys()) {
      if (isFact(each) && path.posix.dirname(each) === '/' && !listed.has(each)) {
        found.push(fault('unlisted', each))
      }
    }
  }
  if (files.size <= MAX_FACTS) {
    await readFacts(looked)
    found.push(...faultsOfNames(looked.facts))
  }
  const counts = { missing: 0, unlisted: 0, duplicate_name: 0, broken_link: 0, long_fact: 0 }
  for (const { kind } of found) counts[kind]++
  return {
    counts,
    unloadedLines: index === null ? 0 : unloadedLines(index),
    named: found.toSorted(byKind).slice(0, MAX_NAMED),
  }
}

const KINDS: readonly MemoryFault['kind'][] = [
  'missing',
  'unlisted',
  'duplicate_name',
  'broken_link',
  'long_fact',
]

const byKind = (one: MemoryFault, other: MemoryFault) =>
  KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || (one.path < other.path ? -1 : 1)

const fault = (kind: MemoryFault['kind'], at: string, about = ''): MemoryFault => ({
  kind,
  path: at,
  about,
})

const isFact = (name: string) => name.endsWith('.md') && name !== INDEX

async function readIndex(root: string): Promise<string | null> {
  const read = await readWatchedFile(path.join(root, INDEX), MAX_BYTES, async () => {})
  return textOf(read)
}

const textOf = (read: FileRead) => (read.kind === 'text' ? read.content : null)

/** Reads the facts that changed since they were read last. */
async function readFacts({ root, walked, maybeYield, facts, sha256Of }: LookedAt): Promise<void> {
  for (const known of facts.keys()) if (!walked.files.has(known)) facts.delete(known)
  for (const name of walked.files.keys()) {
    await maybeYield()
    const sha256 = isFact(name) ? sha256Of(name) : undefined
    if (sha256 === undefined || facts.get(name)?.sha256 === sha256) continue
    const text = textOf(await readWatchedFile(path.join(root, name), MAX_BYTES, maybeYield))
    if (text !== null) facts.set(name, { sha256, ...saidOf(text) })
  }
}

/** The name that a fact has in its front matter, and the names that it links to. */
function saidOf(text: string): Omit<KnownFact, 'sha256'> {
  const entries = frontMatterOf(text)?.entries ?? []
  const name = entries.find(({ key }) => key === 'name')?.value.trim() ?? ''
  const links = [...text.matchAll(/\[\[([^[\]\n|#]{1,200})/g)].map(([, to = '']) => to.trim())
  return { name, links: [...new Set(links)].filter((to) => to !== '') }
}

function faultsOfNames(facts: ReadonlyMap<string, KnownFact>): MemoryFault[] {
  const byName = new Map<string, string[]>()
  const linked = new Set<string>()
  for (const [at, { name }] of facts) {
    linked.add(path.posix.basename(at, '.md'))
    if (name === '') continue
    linked.add(name)
    byName.set(name, [...(byName.get(name) ?? []), at])
  }
  const duplicates = [...byName].flatMap(([name, all]) =>
    all.length > 1 ? all.map((at) => fault('duplicate_name', at, name)) : [],
  )
  const broken = [...facts].flatMap(([at, { links }]) =>
    links.filter((to) => !linked.has(to)).map((to) => fault('broken_link', at, to)),
  )
  return [...duplicates, ...broken]
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
  const files = linksOf(index).filter((to) => to.endsWith('.md'))
  const own = files.filter((to) => !to.includes(':') && !to.startsWith('/'))
  return [...new Set(own.map((to) => path.posix.join('/', safelyDecoded(to))))]
}

/** A link that is longer, with its title, is none; characters. */
const MAX_LINK = 1_000

/** Lists the targets of a text's links, in one pass over it, whatever it holds. */
function linksOf(text: string): string[] {
  const links: string[] = []
  for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', at)) {
    const end = text.indexOf(')', at)
    if (end === -1) return links
    if (end - at > MAX_LINK) {
      at = end - MAX_LINK
      continue
    }
    const to = /^\s*<?([^>#\s]+)/.exec(text.slice(at + 2, end))?.[1]
    if (to !== undefined) links.push(to)
    at = end
  }
  return links
}

function safelyDecoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
