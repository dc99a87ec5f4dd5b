import { hiddenParts } from '@/lib/text/visible-text'
import type { ScanRule } from '../rules'
import { type FoundRange, lineIndexAt, matchesOf, type ScannedText } from './scanned-text'

/** Characters that reverse the order of letters: a reader sees other words than the model reads. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/

/** Letters that are not drawn at all: ASCII in tags, bytes in supplementary variation selectors. */
const TAGS = /[\u{e0000}-\u{e0fff}]/u

/** Characters in a row that say more than a stray one: whole messages are coded in them. */
const LONG_RUN = 4

/**
 * The single units that `hiddenParts` can report: one search over all lines finds the few that it
 * must check. NUL, which no line holds, stands for a separated line; a carriage return at the end
 * of a line does not count.
 */
/* oxlint-disable no-misleading-character-class, no-control-regex -- each of them by itself is what is looked for */
const SUSPECT =
  /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\udb40-\udb43]|\r(?!\n|$)/g
/* oxlint-enable no-misleading-character-class, no-control-regex */

/** Stops after this many runs: no more would be reported. */
const MAX_RUNS = 2_000

/** Characters that a reader does not see, where no script or picture needs them. */
export function hiddenCharacters(scanned: ScannedText): FoundRange[] {
  const found: FoundRange[] = []
  let index = -1
  for (const { index: at } of matchesOf(scanned.text, SUSPECT)) {
    const next = lineIndexAt(scanned, at)
    if (next === index) continue
    index = next
    for (const range of hiddenInLine(
      scanned.lines[index]?.text ?? '',
      scanned.starts[index] ?? 0,
    )) {
      found.push(range)
      if (found.length === MAX_RUNS) return [...found, ...gravestAfter(scanned, range)]
    }
  }
  return found
}

/** If there are too many to go through: the gravest kinds that come after this range. */
function gravestAfter({ text, unfinished }: ScannedText, { to, rule }: FoundRange): FoundRange[] {
  unfinished.add(rule)
  return [TAGS, BIDI].flatMap((kind) => {
    const place = text.slice(to).search(kind)
    if (place === -1) return []
    return [
      {
        rule: kind === TAGS ? 'tag_characters' : 'bidi_override',
        from: to + place,
        to: to + place + 1,
      } as const,
    ]
  })
}

/** Parts of the same kind that follow each other are one run. */
function* hiddenInLine(line: string, start: number): Generator<FoundRange> {
  let run: { kind: HiddenKind; from: number; to: number; count: number } | null = null
  const end = start + line.length
  for (const { from: column, text } of hiddenParts(line)) {
    const from = start + column
    const to = from + text.length
    const kind = kindOf(text, from === start, to === end)
    if (run && run.kind === kind && run.to === from) {
      run.to = to
      run.count += [...text].length
      continue
    }
    if (run) yield rangeOf(run)
    run = kind === null ? null : { kind, from, to, count: [...text].length }
  }
  if (run) yield rangeOf(run)
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

function rangeOf({
  kind,
  from,
  to,
  count,
}: {
  kind: HiddenKind
  from: number
  to: number
  count: number
}): FoundRange {
  if (kind !== 'other') return { rule: kind, from, to }
  return { rule: count >= LONG_RUN ? 'hidden_run' : 'invisible_character', from, to }
}
