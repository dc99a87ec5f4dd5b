/** An entry of front matter; a nested or long value keeps its lines as they are written. */
export interface FrontMatterEntry {
  key: string
  value: string
}

export interface FrontMatter {
  /** null: it is more than keys and values, or broken; `source` has it as written */
  entries: FrontMatterEntry[] | null
  source: string
  /** the text below it */
  body: string
}

const BEGIN = /^\uFEFF?---[ \t]*\r?\n/
const END = /^(?:---|\.\.\.)[ \t]*\r?$/m
const ENTRY = /^([^\s#:'"[\]{},&*!|>%@`-][^:\n]*|"[^"\n]+"|'[^'\n]+'):(?:[ \t]+(.*))?$/

/** After comments and blank lines. */
const BEGINS_WITH_KEY = /^(?:(?:#.*|[ \t]*\r?)\n)*[\w"'][^:\n]*:(?:\s|$)/

/** More would be no table to read. */
const MAX_ENTRIES = 200

/**
 * The YAML front matter that a Markdown text begins with, read as far as a table needs it: its
 * top-level keys, with their values as written. Null: it has none; what begins with a rule instead
 * has no key on its first line.
 */
export function frontMatterOf(text: string): FrontMatter | null {
  const begin = BEGIN.exec(text)?.[0]
  if (begin === undefined) return null
  const rest = text.slice(begin.length)
  const end = END.exec(rest)
  if (!end) return null
  const source = rest.slice(0, end.index)
  if (!BEGINS_WITH_KEY.test(source)) return null
  return {
    entries: entriesOf(source),
    source,
    body: rest.slice(end.index + end[0].length).replace(/^\n/, ''),
  }
}

function entriesOf(source: string): FrontMatterEntry[] | null {
  const entries: FrontMatterEntry[] = []
  for (const line of source.split(/\r?\n/)) {
    const last = entries.at(-1)
    const [entry, key = '', value = ''] = ENTRY.exec(line) ?? []
    if (entry !== undefined) entries.push({ key: unquoted(key.trim()), value })
    else if (line.trim() === '' || line.startsWith('#')) continue
    else if (last && /^(?:\s|- |-$)/.test(line)) last.value += `\n${line}`
    else return null
  }
  if (entries.length > MAX_ENTRIES) return null
  return entries.map(({ key, value }) => ({
    key,
    value: unquoted(value.replace(/^\n/, '').trimEnd()),
  }))
}

/** Without the quotes around it, where they hold nothing that would have to be unescaped. */
function unquoted(value: string): string {
  return /^"([^"\\\n]*)"$/.exec(value)?.[1] ?? /^'([^'\n]*)'$/.exec(value)?.[1] ?? value
}
