import type { SyntaxClass, SyntaxToken } from './syntax-token'

export type SyntaxLanguage = 'markdown' | 'yaml' | 'json'

/** Longer lines stay plain: nobody reads them for their syntax. Characters. */
const LONGEST_LINE = 20_000

/** Longer texts stay plain: their page is heavy enough. Characters. */
const LONGEST_TEXT = 512_000

const LANGUAGES: Readonly<Record<string, SyntaxLanguage>> = {
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  yaml: 'yaml',
  yml: 'yaml',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
}

/** The language of a memory, by the extension of its path; null: none that is coloured. */
export function languageOf(path: string | null): SyntaxLanguage | null {
  const extension = /\.([a-z]{2,8})$/i.exec(path ?? '')?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(LANGUAGES, extension) ? (LANGUAGES[extension] ?? null) : null
}

/**
 * The state that a line inherits from those before it: the front matter or the fenced block it is
 * in.
 */
interface Block {
  end: RegExp
  language: SyntaxLanguage | null
}

/**
 * The parts of a line by its index, for colour only: any text has them, and they are the text. The
 * time is linear in its length. Of a long text of which few lines are shown, the others are only
 * looked at for the blocks that begin and end with them. Null: nothing is coloured.
 */
export function syntaxReader(
  lines: readonly string[],
  language: SyntaxLanguage | null,
): ((index: number) => SyntaxToken[]) | null {
  if (language === null) return null
  if (lines.reduce((sum, { length }) => sum + length + 1, 0) > LONGEST_TEXT) return null
  const ways = language === 'markdown' ? markdownWays(lines) : null
  return (index) => {
    const line = lines[index] ?? ''
    if (line.length > LONGEST_LINE) return [{ text: line, kind: null }]
    if (!ways) return inLanguage(line, language)
    const way = ways[index] ?? 'markdown'
    if (way === 'markdown') return markdown(line)
    return way === 'marker' ? [{ text: line, kind: 'mk' }] : inLanguage(line, way.language)
  }
}

/** The kind of a line of Markdown: text, the marker of a block, or inside one in its language. */
type Way = 'markdown' | 'marker' | Pick<Block, 'language'>

function markdownWays(lines: readonly string[]): Way[] {
  let block: Block | null = null
  return lines.map((line, index) => {
    if (line.length > LONGEST_LINE) return 'markdown'
    if (block) {
      if (!block.end.test(line)) return block
      block = null
      return 'marker'
    }
    block = blockBegun(line, index)
    return block ? 'marker' : 'markdown'
  })
}

function blockBegun(line: string, index: number): Block | null {
  if (index === 0 && /^---\s*$/.test(line)) return { end: /^(---|\.\.\.)\s*$/, language: 'yaml' }
  const [, fence = '', info = ''] =
    /^\s{0,12}(`{3,}|~{3,}) {0,3}([\w-]{0,20})[^`]*$/.exec(line) ?? []
  if (fence === '') return null
  const end = new RegExp(`^\\s{0,12}${fence[0]}{${fence.length},}\\s*$`)
  return { end, language: languageOf(`.${info}`) }
}

function inLanguage(line: string, language: SyntaxLanguage | null): SyntaxToken[] {
  if (language === 'yaml') return yaml(line)
  if (language === 'json') return tokens(line, JSON_PARTS)
  return [{ text: line, kind: language === null ? 'cs' : null }]
}

/*
 * The groups of a pattern are named after their classes. A repetition ends where the next start
 * could be, or takes the rest of the line, so no line takes more than linear time.
 */
const INLINE = anyOf(
  /(?<cs>(?<!`)`+[^`]+`+)/,
  /(?<mk1>!?\[)(?<lk>[^[\]]+)(?<mk2>\]\()(?<ur>[^\s()]*)(?<mk3>\))/,
  /(?<ur1>https?:\/\/[^\s<>()"'`]+)/,
  /(?<b>\*\*(?=[^\s*])[^*]+\*\*|(?<!\w)__(?=[^\s_])[^_]+__(?!\w))/,
  /(?<em>(?<!\*)\*(?=[^\s*])[^*]+\*|(?<!\w)_(?=[^\s_])[^_]+_(?!\w))/,
  /(?<cm><!--(?:[^]*?-->|[^]*))/,
  /(?<id>(?<![\w/-])[A-Z]{1,6}-\d{1,6}(?![\w-]))/,
)

const STRING = /(?<st>"(?:[^"\\]|\\[^])*"?)/
const YAML_STRING = /(?<st>(?<![^\s[{,:])(?:"(?:[^"\\]|\\[^])*"?|'[^']*'))/
const NUMBER =
  /(?<nu>(?<![\w.+:/-])(?:[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.:/-]))/
const JSON_PARTS = anyOf(/(?<k>"(?:[^"\\]|\\[^])*"(?=\s*:))/, STRING, NUMBER)
const YAML_PARTS = anyOf(/(?<cm>(?<=^|\s)#[^]*)/, YAML_STRING, NUMBER)

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'g')
}

/** Splits a line at the named groups of a pattern; what lies between is `rest`. */
function tokens(line: string, parts: RegExp, rest: SyntaxClass | null = null): SyntaxToken[] {
  const found: SyntaxToken[] = []
  const add = (text: string, kind: SyntaxClass | null) => {
    if (text !== '') found.push({ text, kind })
  }
  let offset = 0
  for (const { index, 0: whole, groups = {} } of line.matchAll(parts)) {
    add(line.slice(offset, index), rest)
    for (const [name, text] of Object.entries(groups)) {
      if (text !== undefined) add(text, name.replace(/\d/, '') as SyntaxClass)
    }
    offset = index + whole.length
  }
  add(line.slice(offset), rest)
  return found
}

const HEADING = /^( {0,3}#{1,6}\s+)(.*)$/s
const RULE = /^ {0,3}(?:(?:\* {0,3}){3,}|(?:- {0,3}){3,}|(?:_ {0,3}){3,})$/
const START = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\](?=\s))?|\s*\|[\s:|-]{3,}$)(.*)$/s
const QUOTE = /^(\s{0,3}(?:>\s?){1,20})(.*)$/s

function markdown(line: string): SyntaxToken[] {
  const marked = (match: RegExpExecArray, rest: SyntaxClass | null): SyntaxToken[] => [
    { text: match[1] ?? '', kind: 'mk' },
    ...tokens(match[2] ?? '', INLINE, rest),
  ]
  const heading = HEADING.exec(line)
  if (heading) return marked(heading, 'h')
  if (RULE.test(line)) return [{ text: line, kind: 'mk' }]
  const quote = QUOTE.exec(line)
  if (quote) return marked(quote, 'q')
  const item = START.exec(line)
  return item ? marked(item, null) : tokens(line, INLINE)
}

const ENTRY =
  /^(\s*(?:- +)*)("[^"]{1,200}"|'[^']{1,200}'|[^\s#:'"[\]{},&*!|>%@`-][^:#]{0,200}?)(\s*:)(?=\s|$)/

function yaml(line: string): SyntaxToken[] {
  if (/^(?:---|\.\.\.)\s*$/.test(line)) return [{ text: line, kind: 'mk' }]
  const [whole = '', before = '', key = '', colon = ''] = ENTRY.exec(line) ?? []
  if (whole === '') {
    const [dashes = ''] = /^\s*(?:- +)+/.exec(line) ?? []
    const start: SyntaxToken[] = dashes === '' ? [] : [{ text: dashes, kind: 'mk' }]
    return [...start, ...tokens(line.slice(dashes.length), YAML_PARTS)]
  }
  const start: SyntaxToken[] = before === '' ? [] : [{ text: before, kind: 'mk' }]
  return [
    ...start,
    { text: key, kind: 'k' },
    { text: colon, kind: 'mk' },
    ...tokens(line.slice(whole.length), YAML_PARTS),
  ]
}
