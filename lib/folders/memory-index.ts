import path from 'node:path'
import { parse } from 'yaml'
import { groupedBy } from '@/lib/text/lists'
import { frontMatterOf } from '@/lib/text/front-matter'

/** What is said of Claude Code's memory: what does not work as it is meant. Pure. */

/** The index, which Claude Code loads at the start of each conversation. */
export const INDEX = '/MEMORY.md'

/** Of the index so many lines and UTF-16 units are loaded, both counted after its end is trimmed. */
const LOADED_LINES = 200
const LOADED_UNITS = 25_000

/** From this share of either on it is said that the end is near. */
const NEAR = 0.9

/** Of a fact so many bytes are recalled. */
const RECALLED_BYTES = 4_096

export interface Loaded {
  /** lines at its end that are not loaded */
  unloaded: number
  /** how much more would be; null: there is room */
  left: { lines: number } | { characters: number } | null
}

/** How much of an index Claude Code loads. */
export function loadedOf(index: string): Loaded {
  const text = index.trimEnd()
  const lines = text.split('\n')
  const first = lines.slice(0, LOADED_LINES).join('\n')
  const cut = first.length > LOADED_UNITS ? first.lastIndexOf('\n', LOADED_UNITS) : first.length
  const loaded = cut === -1 ? 0 : first.slice(0, cut).split('\n').length
  const unloaded = lines.length - loaded
  if (unloaded > 0) return { unloaded, left: null }
  const byLines = lines.length / LOADED_LINES
  const byUnits = text.length / LOADED_UNITS
  if (Math.max(byLines, byUnits) < NEAR) return { unloaded, left: null }
  // Whichever ends first.
  if (byLines < byUnits) return { unloaded, left: { characters: LOADED_UNITS - text.length } }
  return { unloaded, left: { lines: LOADED_LINES - lines.length } }
}

/** The Markdown files that an index links to, as paths of memories. */
export function linkedFiles(index: string): string[] {
  const targets = [...index.matchAll(LINK)].map((found) => found[1] ?? found[2] ?? found[3] ?? '')
  const own = targets.flatMap((target) => {
    const file = path.posix.normalize(safelyDecoded(target.replace(/[#?].*$/s, '')))
    // What lies elsewhere is not known.
    const isOwn = file.endsWith('.md') && !/^([a-z][a-z0-9+.-]*:|\/|\.\.\/)/i.test(file)
    return isOwn ? [`/${file}`.normalize('NFC')] : []
  })
  return [...new Set(own)]
}

/** `](a.md "title")`, `](<a b.md>)`, and the target of a reference, `[a]: a.md`. */
const LINK =
  /\]\([ \t]*(?:<([^<>\n]{1,500})>|([^\s()<>]{1,500}(?:\([^\s()]{0,200}\)[^\s()<>]{0,200})?))|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?([^\s<>]{1,500})/gm

function safelyDecoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

export type MemoryFault =
  /** the index links to it, and it is not there */
  | { kind: 'missing'; path: string }
  /** the index does not mention it */
  | { kind: 'unlisted'; path: string }
  /** another fact has the same name */
  | { kind: 'same_name'; path: string; about: string }
  /** it links to a name that no fact has */
  | { kind: 'broken_link'; path: string; about: string }
  /** it is longer than what is recalled of it; `bytes` */
  | { kind: 'long'; path: string; bytes: number }
  /** its front matter is not closed, is no YAML, or another block follows at the start */
  | { kind: 'open_front_matter' | 'no_yaml' | 'second_block'; path: string }
  /** in any folder: the file beside it with the shorter name has half of its lines */
  | { kind: 'look_alike'; path: string; about: string }

export interface SaidOfMemory {
  loaded: Loaded | null
  faults: MemoryFault[]
}

/** What is said of a memory's folder; texts by path. */
export function saidOf(texts: ReadonlyMap<string, string>): SaidOfMemory {
  const index = texts.get(INDEX) ?? null
  const facts = [...texts].filter(([at]) => at.endsWith('.md') && at !== INDEX).map(factOf)
  const faults: MemoryFault[] = []
  if (index !== null) {
    for (const at of linkedFiles(index))
      if (!texts.has(at)) faults.push({ kind: 'missing', path: at })
    const mentioned = safelyDecoded(index).normalize('NFC')
    for (const { path: at, name } of facts) {
      const names = [at.slice(1), path.posix.basename(at, '.md'), name]
      const isMentioned = names.some((each) => each !== '' && mentioned.includes(each))
      if (!isMentioned) faults.push({ kind: 'unlisted', path: at })
    }
  }
  faults.push(...faultsOfNames(facts), ...lookAlikes(texts))
  for (const [at, text] of texts) {
    const bytes = Buffer.byteLength(text)
    if (at !== INDEX && bytes > RECALLED_BYTES) faults.push({ kind: 'long', path: at, bytes })
    const fault = faultOfFrontMatter(text)
    if (fault && at.endsWith('.md')) faults.push({ kind: fault, path: at })
  }
  return { loaded: index === null ? null : loadedOf(index), faults }
}

/** Files such as `note 2.md` and `note-LAPTOP.md` that are `note.md` once more, as far as lines tell. */
export function lookAlikes(texts: ReadonlyMap<string, string>): MemoryFault[] {
  return [...texts].flatMap(([at, text]) => {
    const { dir, name, ext } = path.posix.parse(at)
    const shorter = [...name.matchAll(/[ -]/g)].map(({ index }) =>
      path.posix.join(dir, name.slice(0, index) + ext),
    )
    const about = shorter.find((other) => hasHalfOf(texts.get(other) ?? '', text))
    return about === undefined ? [] : [{ kind: 'look_alike', path: at, about }]
  })
}

/** The front matter of two facts is much alike anyway. */
const linesOf = (text: string) =>
  (frontMatterOf(text)?.body ?? text).split('\n').filter((line) => line.trim() !== '')

function hasHalfOf(other: string, text: string): boolean {
  const known = new Set(linesOf(other))
  const lines = linesOf(text)
  return known.size > 0 && lines.filter((line) => known.has(line)).length * 2 >= lines.length
}

interface Fact {
  path: string
  name: string
  links: string[]
}

function factOf([at, text]: readonly [string, string]): Fact {
  const entries = frontMatterOf(text)?.entries ?? []
  const name = entries.find(({ key }) => key === 'name')?.value.trim() ?? ''
  const links = [...text.matchAll(/\[\[([^[\]\n|#]{1,200})/g)].map(([, to = '']) => to.trim())
  return { path: at, name, links: [...new Set(links)].filter((to) => to !== '') }
}

function faultsOfNames(facts: readonly Fact[]): MemoryFault[] {
  const byName = groupedBy(facts, ({ name }) => name)
  const known = new Set(
    facts.flatMap(({ path: at, name }) => [path.posix.basename(at, '.md'), name]),
  )
  return facts.flatMap(({ path: at, name, links }): MemoryFault[] => [
    ...(name !== '' && (byName.get(name)?.length ?? 0) > 1
      ? [{ kind: 'same_name' as const, path: at, about: name }]
      : []),
    ...links
      .filter((to) => !known.has(to) && !known.has(to.replace(/\.md$/, '')))
      .map((to) => ({ kind: 'broken_link' as const, path: at, about: to })),
  ])
}

const OPENING = /^\uFEFF?---[ \t]*\r?\n/
const CLOSING = /^---[ \t]*\r?$/m

function faultOfFrontMatter(text: string): 'open_front_matter' | 'no_yaml' | 'second_block' | null {
  const opening = OPENING.exec(text)?.[0]
  if (opening === undefined) return null
  const rest = text.slice(opening.length)
  const closing = CLOSING.exec(rest)
  if (!closing) return /^[\w-]+:/.test(rest) ? 'open_front_matter' : null
  if (!isYaml(rest.slice(0, closing.index))) return 'no_yaml'
  const body = rest.slice(closing.index + closing[0].length).replace(/^[\r\n]+/, '')
  return OPENING.test(body) && /^[\w-]+:/.test(body.replace(OPENING, '')) ? 'second_block' : null
}

function isYaml(source: string): boolean {
  try {
    const value: unknown = parse(source)
    return value === null || typeof value === 'object'
  } catch {
    return false
  }
}
