import { foldEvenly } from '@/lib/text/matches'
import type { ScanRule } from '../rules'
import { disguisesIn } from './disguises'
import { INSTRUCTION_PATTERNS, type InstructionPattern } from './instruction-patterns'
import { Places } from './places'
import { plainForm } from './plain-form'
import { escaped, type FoundRange, type ScannedText } from './scanned-text'

/** Web and mail addresses that lead somewhere else. */
const WEB_ADDRESS = String.raw`https?://(?!localhost|127\.0\.0\.1)[^\s)>"'\0]{4,200}`
const MAIL_LOCAL = String.raw`[a-z0-9._%+-]{1,64}`
const MAIL_DOMAIN = String.raw`[a-z0-9.-]{1,100}\.[a-z]{2,24}`
const ADDRESS = `(?:${WEB_ADDRESS}|${MAIL_LOCAL}@${MAIL_DOMAIN})`

/** Between two words: spaces, marks of Markdown and quoting, a line end. No sign of a word. */
const GAP = String.raw`[\s>*_#|"'’.,:;/()\x60[\]-]{1,6}`

/** The same in a text that came out of a disguise: words may be joined. */
const LOOSE_GAP = String.raw`[\s.,:;'-]{0,6}`

interface Form {
  pattern: InstructionPattern
  begins: readonly string[]
  /** matches where one of the beginnings stands */
  there: RegExp
}

const FORMS: readonly Form[] = INSTRUCTION_PATTERNS.flatMap((pattern) =>
  pattern.forms.map(({ begins, source }) => ({ pattern, begins, there: plainly(source) })),
)

/** Words and gaps share no character, so that there is one way to read a text: no backtracking. */
function plainly(source: string): RegExp {
  return new RegExp(
    source
      .replaceAll('@', () => ADDRESS)
      .replaceAll(/‹(\d+)›/g, (_, most: string) => String.raw`(?:[\p{L}\p{N}]{1,24}~){0,${most}}`)
      .replaceAll('~', GAP),
    'uy',
  )
}

/** All beginnings, none of which begins with another. */
const BEGINNINGS = shortest(FORMS.flatMap(({ begins }) => begins))

/** One search for all of them costs little more than for one. */
const ANY_BEGINNING = new RegExp(BEGINNINGS.map(escaped).join('|'), 'g')

const FORMS_BY_BEGINNING = byBeginning(FORMS, BEGINNINGS)

function byBeginning(
  forms: readonly Form[],
  beginnings: readonly string[],
): ReadonlyMap<string, readonly Form[]> {
  return new Map(
    beginnings.map((beginning) => [
      beginning,
      forms.filter(({ begins }) => begins.some((each) => each.startsWith(beginning))),
    ]),
  )
}

function shortest(words: readonly string[]): string[] {
  const distinct = [...new Set(words)]
  return distinct.filter(
    (word) => !distinct.some((other) => other !== word && word.startsWith(other)),
  )
}

function joined(words: string): string {
  return words.replaceAll(' ', '')
}

/** For texts that came out of a disguise: words may be joined, and begin within others. */
const LOOSE_FORMS: readonly Form[] = INSTRUCTION_PATTERNS.flatMap((pattern) =>
  pattern.forms.map(({ begins, source }) => ({
    pattern,
    begins: begins.map(joined),
    there: new RegExp(loosely(source), 'uy'),
  })),
)

const LOOSE_BEGINNINGS = shortest(LOOSE_FORMS.flatMap(({ begins }) => begins))

const ANY_LOOSE_BEGINNING = new RegExp(
  LOOSE_BEGINNINGS.map((beginning) => [...beginning].map(escaped).join(' ?')).join('|'),
  'g',
)

const LOOSE_FORMS_BY_BEGINNING = byBeginning(LOOSE_FORMS, LOOSE_BEGINNINGS)

function loosely(source: string): string {
  return source
    .replaceAll('@', () => ADDRESS)
    .replaceAll(/‹(\d+)›/g, (_, most: string) => String.raw`[^\n]{0,${Number(most) * 8}}?`)
    .replaceAll('~', LOOSE_GAP)
    .replaceAll(String.raw`\b`, '')
    .replaceAll(/(?<=[a-z]) (?=[a-z(])/g, ' ?')
}

/**
 * Finds text that speaks to the model instead of informing it: the ten patterns, in the lines as
 * they are and in what they say without a disguise. An instruction beside an address to which
 * something could go is critical. Only crude attempts are found: no finding does not mean that
 * there is no instruction.
 */
export function instructions({ text, folded }: ScannedText): FoundRange[] {
  const open = openRanges(folded)
  const places = new Places(open)
  const disguised = [...unhiddenRanges(text), ...decodedRanges(text)]
  return [...open, ...disguised.filter((range) => !places.overlaps(range))]
}

function openRanges(folded: string): FoundRange[] {
  const ranges: FoundRange[] = []
  /** the end of the last range of each rule: what lies within it is not another one */
  const ends = new Map<ScanRule, number>()
  for (const { from, beginning } of beginningsIn(folded, ANY_BEGINNING)) {
    if (isWithinWord(folded, from)) continue
    for (const { pattern, there } of FORMS_BY_BEGINNING.get(beginning) ?? []) {
      if (from < (ends.get(pattern.rule) ?? 0)) continue
      there.lastIndex = from
      const [match] = there.exec(folded) ?? []
      if (match === undefined || pattern.isHarmless?.(match)) continue
      ranges.push({ rule: pattern.rule, from, to: from + match.length })
      ends.set(pattern.rule, from + match.length)
    }
  }
  return ranges
}

/** Yields also those that begin within another: `in all` has one of its own in `in a`. */
function* beginningsIn(
  folded: string,
  any: RegExp,
): Generator<{ from: number; beginning: string }> {
  for (let after = 0; ; after++) {
    any.lastIndex = after
    const match = any.exec(folded)
    if (!match) return
    after = match.index
    yield { from: after, beginning: match[0] }
  }
}

/** A beginning of Latin letters begins a word. */
function isWithinWord(folded: string, from: number): boolean {
  return isLatin(folded.charCodeAt(from)) && from > 0 && isLatin(folded.charCodeAt(from - 1))
}

function isLatin(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

const DISGUISED: ScanRule = 'instruction_disguised'

function unhiddenRanges(text: string): FoundRange[] {
  const plain = plainForm(text)
  if (!plain) return []
  return openRanges(foldEvenly(plain.text)).map(({ from, to }) => {
    const start = plain.originalOf(from)
    return { rule: DISGUISED, from: start, to: Math.max(plain.originalOf(to), start + 1) }
  })
}

function decodedRanges(text: string): FoundRange[] {
  return disguisesIn(text).flatMap(({ from, to, text: said }) => {
    const folded = foldEvenly(said)
    return isSaidLoosely(folded) ? [{ rule: DISGUISED, from, to }] : []
  })
}

function isSaidLoosely(folded: string): boolean {
  for (const { from, beginning } of beginningsIn(folded, ANY_LOOSE_BEGINNING)) {
    for (const { there } of LOOSE_FORMS_BY_BEGINNING.get(joined(beginning)) ?? []) {
      there.lastIndex = from
      if (there.test(folded)) return true
    }
  }
  return false
}
