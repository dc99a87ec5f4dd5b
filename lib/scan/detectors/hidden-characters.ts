import { visibleRuns } from '@/lib/text/visible-text'
import type { ScanRule } from '../rules'
import { type FoundRange, lineIndexAt, matchesOf, type ScannedText } from './scanned-text'

/** What turns the order of letters round: a reader sees other words than the model reads. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/

/** Letters that are not drawn at all: ASCII in tags, bytes in supplementary variation selectors. */
const TAGS = /[\u{e0000}-\u{e0fff}]/u

/** Characters in a row that say more than a stray one: whole messages are coded in them. */
const LONG_RUN = 4

/**
 * What `visibleRuns` could hide, by single units: one search over all lines finds the few that it
 * must be asked about. A line apart is made by NUL, which no line holds.
 */
/* oxlint-disable no-misleading-character-class, no-control-regex -- each of them by itself is what is looked for */
const SUSPECT =
  /[\x01-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\udb40-\udb43]/g
/* oxlint-enable no-misleading-character-class, no-control-regex */

/** Characters that a reader does not see, where no script or picture needs them. */
export function hiddenCharacters(scanned: ScannedText): FoundRange[] {
  const suspect = new Set<number>()
  for (const { index } of matchesOf(scanned.text, SUSPECT)) {
    suspect.add(lineIndexAt(scanned, index))
  }
  return [...suspect].flatMap((index) =>
    hiddenInLine(scanned.lines[index]?.text ?? '', scanned.starts[index] ?? 0),
  )
}

function hiddenInLine(line: string, start: number): FoundRange[] {
  const ranges: FoundRange[] = []
  let from = start
  for (const { text, label } of visibleRuns(line)) {
    const to = from + text.length
    const rule = label === null ? null : ruleOf(text, from === start, to === start + line.length)
    const last = ranges.at(-1)
    if (rule && last?.rule === rule && last.to === from) last.to = to
    else if (rule) ranges.push({ rule, from, to })
    from = to
  }
  return ranges
}

/** Null: found everywhere and harmless, a byte-order mark first or a carriage return last. */
function ruleOf(text: string, isFirst: boolean, isLast: boolean): ScanRule | null {
  if (TAGS.test(text)) return 'tag_characters'
  if (BIDI.test(text)) return 'bidi_override'
  if (text.startsWith('\u001b')) return 'terminal_escape'
  if ((isFirst && text === '\ufeff') || (isLast && text === '\r')) return null
  return [...text].length >= LONG_RUN ? 'hidden_run' : 'invisible_character'
}
