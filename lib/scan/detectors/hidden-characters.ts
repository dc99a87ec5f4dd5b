import { hiddenIn } from '@/lib/text/visible-text'
import type { ScanRule } from '../rules'
import { type FoundRange, lastAtMost, matchesOf, type ScannedText } from './scanned-text'

/** Characters that reverse the order of letters: a reader sees other words than the model reads. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/

/** Letters that are not drawn at all: ASCII in tags, bytes in supplementary variation selectors. */
const TAGS = /[\u{e0000}-\u{e0fff}]/u

/** Characters in a row that say more than a stray one: whole messages are coded in them. */
const LONG_RUN = 4

/**
 * The single units that `hiddenIn` can report: one search over the text finds the few lines that it
 * must look at. A carriage return at the end of a line does not count.
 */
/* oxlint-disable no-misleading-character-class, no-control-regex -- each of them by itself is what is looked for */
const SUSPECT =
  /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\udb40-\udb43]|\r(?!\n|$)/g
/* oxlint-enable no-misleading-character-class, no-control-regex */

/** Characters that a reader does not see, where no script or picture needs them. */
export function hiddenCharacters({ text, starts }: ScannedText): FoundRange[] {
  const found: FoundRange[] = []
  let last = -1
  for (const { index: at } of matchesOf(text, SUSPECT)) {
    const index = lastAtMost(starts, at)
    if (index === last) continue
    last = index
    const start = starts[index] ?? 0
    const end = starts[index + 1] ?? text.length + 1
    found.push(...hiddenInLine(text.slice(start, end - 1), start))
  }
  return found
}

interface Run {
  kind: HiddenKind
  from: number
  to: number
  count: number
}

/** Parts of the same kind that follow each other are one run. */
function hiddenInLine(line: string, start: number): FoundRange[] {
  const runs: Run[] = []
  for (const { from, to, count } of hiddenIn(line)) {
    const kind = kindOf(line.slice(from, to), from === 0, to === line.length)
    if (kind === null) continue
    const last = runs.at(-1)
    if (last?.kind === kind && last.to === start + from) {
      last.to = start + to
      last.count += count
    } else runs.push({ kind, from: start + from, to: start + to, count })
  }
  return runs.map(rangeOf)
}

type HiddenKind =
  | Extract<ScanRule, 'tag_characters' | 'bidi_override' | 'terminal_escape'>
  | 'other'

/** Null: found everywhere and harmless, a byte-order mark first or a carriage return last. */
function kindOf(text: string, isFirst: boolean, isLast: boolean): HiddenKind | null {
  if (TAGS.test(text)) return 'tag_characters'
  if (BIDI.test(text)) return 'bidi_override'
  if (text.startsWith('\u001b')) return 'terminal_escape'
  if ((isFirst && text === '\ufeff') || (isLast && text === '\r')) return null
  return 'other'
}

function rangeOf({ kind, from, to, count }: Run): FoundRange {
  if (kind !== 'other') return { rule: kind, from, to }
  return { rule: count >= LONG_RUN ? 'hidden_run' : 'invisible_character', from, to }
}
