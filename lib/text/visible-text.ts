/** A stretch of a text: as it is, or something that a reader would not see, or be deceived by. */
export interface VisibleRun {
  text: string
  /** what it is, in short (`U+202E`, `ESC[31m`); null: it is seen as it is */
  label: string | null
}

/** Scripts that are not written right without joiners and non-joiners. */
const JOINING = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{M}`

const PICTURE = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?`

/** What holds such characters rightly: joined emoji, flags of regions, keycaps, forms of emoji, joined letters. */
const RIGHT = [
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`,
  String.raw`${PICTURE}(?:\u200d${PICTURE})*`,
  String.raw`[0-9#*]\ufe0f\u20e3?`,
  String.raw`(?<=[${JOINING}])[\u200c\u200d](?=[${JOINING}])`,
]

/** Sequences that a terminal would obey. */
const TERMINAL = [
  String.raw`\x1b\[[0-?]*[ -/]*[@-~]`,
  String.raw`\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)`,
]

const HIDDEN = [
  // bidirectional controls
  String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`,
  // of no width, or with nothing to see
  String.raw`[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]`,
  // spaces of other widths, and what other programs take for the end of a line
  String.raw`[\u2000-\u200a\u202f\u205f\u0085\u2028\u2029]`,
  // controls, but for the tab
  String.raw`[\x00-\x08\x0b-\x1f\x7f-\x9f]`,
]

/* eslint-disable no-misleading-character-class -- combining characters are what these look for */
const PARTS = new RegExp(
  `(?<right>${RIGHT.join('|')})|(?<hidden>${[...TERMINAL, ...HIDDEN].join('|')})`,
  'gu',
)

/** Most lines hold nothing of the kind, and this is quick to see. */
const ANY = new RegExp(HIDDEN.join('|'), 'u')
/* eslint-enable no-misleading-character-class */

/** Parts a line into what is seen as it is and what is not. Together the runs are the line again. */
export function visibleRuns(line: string): VisibleRun[] {
  if (!ANY.test(line)) return line === '' ? [] : [{ text: line, label: null }]
  const runs: VisibleRun[] = []
  let plain = 0
  for (const match of line.matchAll(PARTS)) {
    const hidden = match.groups?.hidden
    if (hidden === undefined) continue
    if (match.index > plain) runs.push({ text: line.slice(plain, match.index), label: null })
    runs.push({ text: hidden, label: labelOf(hidden) })
    plain = match.index + hidden.length
  }
  if (plain < line.length) runs.push({ text: line.slice(plain), label: null })
  return runs
}

const NAMES: Readonly<Record<string, string>> = {
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

function labelOf(hidden: string): string {
  if (hidden.length > 2) return `ESC${hidden.slice(1).replaceAll(/[^ -~]/g, '')}`
  const number = (hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return NAMES[hidden] ?? `U+${number}`
}
