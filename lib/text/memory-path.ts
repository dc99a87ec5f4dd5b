/** A path is at most this many bytes in UTF-8 (API page, "Rules"). */
export const MAX_PATH_BYTES = 1_024

/** `/a/b/c` has three segments (API page, "Rules"). */
export const MAX_PATH_SEGMENTS = 20

/** The file by which the sync client recognises a store's directory; no memory may have its path. */
const SYNC_MARKER = '/.anthropic-memory-store'

const CONTROL_OR_FORMAT = /[\p{Cc}\p{Cf}\u2028\u2029]/u

/** The rules of a memory's path (API page, "Rules"), with their limits. */
export type PathRule =
  | { rule: 'not_absolute' }
  | { rule: 'lone_surrogates' }
  | { rule: 'too_many_bytes'; maximum: number }
  /** `found`: the first one, such as `U+200B` */
  | { rule: 'control_or_format_characters'; found: string }
  /** not in Unicode normalisation form NFC */
  | { rule: 'not_normalised' }
  | { rule: 'empty_segments' }
  /** `.` or `..` */
  | { rule: 'dot_segments' }
  | { rule: 'too_many_segments'; maximum: number }
  | { rule: 'backslash' }
  /** `.`, `/` or `\`, percent-encoded: somebody's decoder would read another path */
  | { rule: 'percent_encoded' }
  /** by the sync client, for itself */
  | { rule: 'reserved'; path: string }

/** The rule that `path` breaks as the path of a memory; null: none. It is the rule of every door. */
export function memoryPathProblem(path: string): PathRule | null {
  if (!path.startsWith('/')) return { rule: 'not_absolute' }
  if (!path.isWellFormed()) return { rule: 'lone_surrogates' }
  if (path.length > MAX_PATH_BYTES || utf8Length(path) > MAX_PATH_BYTES) {
    return { rule: 'too_many_bytes', maximum: MAX_PATH_BYTES }
  }
  const unfit = CONTROL_OR_FORMAT.exec(path)?.[0]
  if (unfit !== undefined) {
    return { rule: 'control_or_format_characters', found: codePointName(unfit) }
  }
  if (path.normalize('NFC') !== path) return { rule: 'not_normalised' }
  const segments = path.slice(1).split('/')
  if (segments.includes('')) return { rule: 'empty_segments' }
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    return { rule: 'dot_segments' }
  }
  if (segments.length > MAX_PATH_SEGMENTS) {
    return { rule: 'too_many_segments', maximum: MAX_PATH_SEGMENTS }
  }
  if (path.includes('\\')) return { rule: 'backslash' }
  if (hasEncodedSeparator(path)) return { rule: 'percent_encoded' }
  if (path === SYNC_MARKER) return { rule: 'reserved', path: SYNC_MARKER }
  return null
}

/** A broken rule in English, to follow the field's name: for the faces that are English only. */
export function pathRuleWords(problem: PathRule): string {
  switch (problem.rule) {
    case 'not_absolute':
      return 'must begin with /'
    case 'lone_surrogates':
      return 'must not contain lone surrogates'
    case 'too_many_bytes':
      return `must be at most ${problem.maximum.toLocaleString('en')} bytes long in UTF-8`
    case 'control_or_format_characters':
      return `must not contain control or format characters (found ${problem.found})`
    case 'not_normalised':
      return 'must be in Unicode normalisation form NFC'
    case 'empty_segments':
      return 'must not contain empty segments (// or a / at the end)'
    case 'dot_segments':
      return 'must not contain the segments . or ..'
    case 'too_many_segments':
      return `must have at most ${problem.maximum} segments`
    case 'backslash':
      return 'must not contain a backslash'
    case 'percent_encoded':
      return 'must not contain a percent-encoded ., / or \\'
    case 'reserved':
      return `must not be ${problem.path}, which the sync client reserves`
  }
}

/** `.`, `/` and `\` in UTF-8 of one to six bytes; all but the first are overlong. */
const ENCODED_SEPARATOR =
  /%(?:2e|2f|5c|(?:c0|e0%80|f0%80%80|f8(?:%80){3}|fc(?:%80){4})%a[ef]|(?:c1|(?:e0|f0%80|f8%80%80|fc(?:%80){3})%81)%9c)/i

const ENCODED_ASCII = /%[2-7][0-9a-f]/gi

/** Also what is encoded repeatedly (`%252e`), or in pieces (`%%32e`). */
function hasEncodedSeparator(path: string): boolean {
  for (let text = path; ;) {
    if (ENCODED_SEPARATOR.test(text)) return true
    const decoded = text.replace(ENCODED_ASCII, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    )
    if (decoded === text) return false
    text = decoded
  }
}

/** The path of a file's name: with its `/` at the beginning, in NFC. It may still break a rule. */
export function toMemoryPath(name: string): string {
  return (name.startsWith('/') ? name : `/${name}`).normalize('NFC')
}

/** The directory that holds `path`: `/a` for `/a/b`; `''`, the root, for `/a`. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

/** Every directory above `path` except the root, the nearest last: `['/a', '/a/b']` for `/a/b/c`. */
export function ancestorPaths(path: string): string[] {
  const ancestors: string[] = []
  for (let slash = path.indexOf('/', 1); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    ancestors.push(path.slice(0, slash))
  }
  return ancestors
}

/** Returns whether `path` is the folder itself or lies below it; `''` is the root. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** Returns whether two paths cannot both be memories: one is the other, or lies below it. */
export const overlaps = (one: string, other: string): boolean =>
  isWithin(one, other) || isWithin(other, one)

/**
 * Compares well-formed strings by their bytes in UTF-8, as both databases sort paths: negative when
 * `a` comes first, 0 when they are equal.
 */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0
  const shared = Math.min(a.length, b.length)
  for (let index = 0; index < shared; index++) {
    const unitA = a.charCodeAt(index)
    const unitB = b.charCodeAt(index)
    if (unitA !== unitB) return utf8Rank(unitA) - utf8Rank(unitB)
  }
  return a.length - b.length
}

/**
 * UTF-16 units sort like UTF-8 with one exception: surrogates encode code points past U+FFFF but
 * lie below U+E000. This ranks them above the rest.
 */
function utf8Rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** Length of a well-formed string in UTF-8 bytes; browsers, which check paths too, have no Buffer. */
function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}

function codePointName(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return `U+${hex.padStart(4, '0')}`
}

/** Paths that every session reads first; what agents write there never lands unseen. */
export const PINNED_PATHS = ['/MEMORY.md', '/AGENTS.md', '/CLAUDE.md', '/README.md'] as const
