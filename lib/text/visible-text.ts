/** A run of a text: shown as it is, or something that is invisible or deceptive. */
export interface VisibleRun {
  text: string
  /** what it is, in short (`U+202E`, `ESC[31m`, `ZWSP×7`); null: shown as it is */
  label: string | null
  /** shown instead when the text is too much for a browser */
  instead?: string
}

/** The most labels on a line: a browser takes half a minute to lay out thirty thousand. */
const MAX_LABELS = 500

/** Scripts that need joiners and non-joiners to be written correctly. */
const JOINING = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{M}`

const PICTURE = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?`

/**
 * Legitimate uses of such characters: joined emoji, regional flags, keycaps, emoji variants, joined
 * letters.
 */
const RIGHT = [
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`,
  String.raw`${PICTURE}(?:\u200d${PICTURE})*`,
  String.raw`[0-9#*]\ufe0f\u20e3?`,
  String.raw`(?<=[${JOINING}])[\u200c\u200d](?=[${JOINING}])`,
]

/** Escape sequences that a terminal would execute. */
const TERMINAL = [
  String.raw`\x1b\[[0-?]*[ -/]*[@-~]`,
  String.raw`\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)`,
]

const HIDDEN = [
  // bidirectional controls
  String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`,
  // of zero width, or blank
  String.raw`[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]`,
  // spaces of other widths, and what other programs treat as line ends
  String.raw`[\u2000-\u200a\u202f\u205f\u0085\u2028\u2029]`,
  // control characters except tab
  String.raw`[\x00-\x08\x0b-\x1f\x7f-\x9f]`,
]

/**
 * Combining marks on one letter beyond what any language uses (UAX #15, Stream-Safe Text Format:
 * 30). They cover the lines around, and fifty thousand of them keep a browser busy for six seconds.
 */
const TOO_MANY_MARKS = String.raw`(?<=\p{M}{30})\p{M}+`

/* oxlint-disable no-misleading-character-class -- combining characters are what these look for */
const PARTS = new RegExp(
  [
    `(?<right>${RIGHT.join('|')})`,
    `(?<terminal>${TERMINAL.join('|')})`,
    `(?<character>${HIDDEN.join('|')})`,
    `(?<marks>${TOO_MANY_MARKS})`,
  ].join('|'),
  'gu',
)

/** A quick check: most lines contain nothing of the kind. */
const ANY = new RegExp([...HIDDEN, TOO_MANY_MARKS].join('|'), 'u')
/* oxlint-enable no-misleading-character-class */

/** A sign that is always visible. */
const INSTEAD = '\ufffd'

/** Splits a line into visible and hidden runs. Joined they are the line again. */
export function visibleRuns(line: string): VisibleRun[] {
  if (!ANY.test(line)) return line === '' ? [] : [{ text: line, label: null }]
  const hidden = hiddenIn(line)
  const runs: VisibleRun[] = []
  let plain = 0
  for (const { from, to, name, count, instead } of hidden.slice(0, MAX_LABELS)) {
    if (from > plain) runs.push({ text: line.slice(plain, from), label: null })
    const label = count === 1 ? name : `${name}×${count}`
    runs.push({ text: line.slice(from, to), label, ...instead })
    plain = to
  }
  const text = line.slice(plain)
  const more = hidden.length - MAX_LABELS
  if (more > 0) runs.push({ text, label: `…×${more}`, instead: withoutHidden(text) })
  else if (text !== '') runs.push({ text, label: null })
  return runs
}

interface Hidden {
  from: number
  to: number
  name: string
  /** how many times it occurs in a row */
  count: number
  instead: Pick<VisibleRun, 'instead'>
}

/** What `visibleRuns` labels, in a line's order; what stands in a row is one. */
export function hiddenIn(line: string): Hidden[] {
  const found: Hidden[] = []
  for (const { index: from, 0: text, groups } of line.matchAll(PARTS)) {
    if (groups?.right !== undefined) continue
    const to = from + text.length
    const next = {
      from,
      to,
      ...named(text, groups),
      instead: groups?.marks ? { instead: INSTEAD } : {},
    }
    const last = found.at(-1)
    if (last?.to === from && last.name === next.name) {
      last.to = to
      last.count += next.count
    } else found.push(next)
  }
  return found
}

function withoutHidden(text: string): string {
  return text.replace(PARTS, (part: string, right: string | undefined) =>
    right === undefined ? INSTEAD : part,
  )
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'SP',
  '\u00a0': 'NBSP',
  '\u00ad': 'SHY',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\ufeff': 'BOM',
  '\r': 'CR',
}

function named(
  text: string,
  groups: Record<string, string | undefined> | undefined,
): { name: string; count: number } {
  if (groups?.terminal !== undefined) {
    return { name: `ESC${text.slice(1).replaceAll(/[^ -~]/g, '')}`, count: 1 }
  }
  const characters = [...text]
  const [first = ''] = characters
  const isOne = characters.every((character) => character === first)
  return { name: isOne ? nameOf(first) : 'M', count: characters.length }
}

function nameOf(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return NAMES[character] ?? `U+${number}`
}

/** Blanks that go unnoticed in a name or look like a single space; in a text they are normal. */
const BLANKS = /[\u00a0\u1680\u2800\u3000]+| {2,}|^ | $/gu

/** Like `visibleRuns`, for a name: blanks are labelled too, since two names must not look alike. */
export function visibleNameRuns(name: string): VisibleRun[] {
  const runs: VisibleRun[] = []
  let plain = 0
  for (const { index, 0: text } of name.matchAll(BLANKS)) {
    runs.push(...visibleRuns(name.slice(plain, index)), { text, label: blankLabel(text) })
    plain = index + text.length
  }
  return [...runs, ...visibleRuns(name.slice(plain))]
}

function blankLabel(blanks: string): string {
  const labels = [...new Set(blanks)].map(nameOf)
  return labels.join(' ') + (blanks.length > 1 ? `×${blanks.length}` : '')
}

/**
 * A name for where markup is impossible: a page title, an option, an ARIA label. Invisible
 * characters appear as their label in brackets: `report[RLO]gpj.exe`.
 */
export function plainName(name: string): string {
  return inPlain(visibleNameRuns(name))
}

/** Like `plainName`, for a text, where blanks are normal. */
export function plainText(text: string): string {
  return inPlain(visibleRuns(text))
}

function inPlain(runs: readonly VisibleRun[]): string {
  return runs
    .map(({ text, label, instead }) => (label === null ? text : (instead ?? `[${label}]`)))
    .join('')
}
