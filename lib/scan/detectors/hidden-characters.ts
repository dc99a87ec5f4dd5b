import { visibleRuns } from '@/lib/text/visible-text'
import type { ScanRule } from '../rules'
import type { Hit, ScannedText } from './scanned-text'

/** What turns the order of letters round: a reader sees other words than the model reads. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/

/** Letters that are not drawn at all: ASCII in tags, bytes in supplementary variation selectors. */
const TAGS = /[\u{e0000}-\u{e0fff}]/u

/** Characters in a row that say more than a stray one: whole messages are coded in them. */
const LONG_RUN = 4

/** Characters that a reader does not see, where no script or picture needs them. */
export function hiddenCharacters({ lines, starts }: ScannedText): Hit[] {
  return lines.flatMap(({ text }, index) => hiddenInLine(text, starts[index] ?? 0))
}

function hiddenInLine(line: string, start: number): Hit[] {
  const hits: Hit[] = []
  let from = start
  for (const { text, label } of visibleRuns(line)) {
    const to = from + text.length
    const rule = label === null ? null : ruleOf(text, from === start, to === start + line.length)
    const last = hits.at(-1)
    if (rule && last?.rule === rule && last.to === from) last.to = to
    else if (rule) hits.push({ rule, from, to })
    from = to
  }
  return hits
}

/** Null: found everywhere and harmless, a byte-order mark first or a carriage return last. */
function ruleOf(text: string, isFirst: boolean, isLast: boolean): ScanRule | null {
  if (TAGS.test(text)) return 'tag_characters'
  if (BIDI.test(text)) return 'bidi_override'
  if (text.startsWith('\u001b')) return 'terminal_escape'
  if ((isFirst && text === '\ufeff') || (isLast && text === '\r')) return null
  return [...text].length >= LONG_RUN ? 'hidden_run' : 'invisible_character'
}
