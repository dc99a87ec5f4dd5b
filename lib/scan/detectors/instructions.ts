import { foldForSearch } from '@/lib/text/fold'
import type { ScanRule } from '../rules'
import { disguisesIn } from './disguises'
import { INSTRUCTION_PATTERNS, type InstructionPattern } from './instruction-patterns'
import { type Place, Places } from './places'
import { plainForm } from './plain-form'
import { type FoundRange, lineIndexAt, matchesOf, type ScannedText } from './scanned-text'

/** Web and mail addresses that lead somewhere else. */
const WEB_ADDRESS = String.raw`https?://(?!localhost|127\.0\.0\.1)[^\s)>"'\0]{4,200}`
const MAIL_LOCAL = String.raw`[a-z0-9._%+-]{1,64}`
const MAIL_DOMAIN = String.raw`[a-z0-9.-]{1,100}\.[a-z]{2,24}`
const ADDRESS = `(?:${WEB_ADDRESS}|${MAIL_LOCAL}@${MAIL_DOMAIN})`

const ADDRESS_SIGN = /@|https?:\/\//g
const WEB = new RegExp(WEB_ADDRESS, 'uy')
const LOCAL = new RegExp(`${MAIL_LOCAL}$`, 'u')
const DOMAIN = new RegExp(`^${MAIL_DOMAIN}`, 'u')

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

function escaped(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
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
export function instructions(scanned: ScannedText): FoundRange[] {
  const open = openRanges(scanned.folded)
  const openPlaces = new Places(open)
  const isOpen = (range: FoundRange) => openPlaces.overlaps(range)
  const disguised = [...unhiddenRanges(scanned.text), ...decodedRanges(scanned.text)]
  const ranges = [...open, ...disguised.filter((range) => !isOpen(range))]
  if (ranges.length === 0) return ranges
  const around = { addresses: new Places(addressesIn(scanned.folded)), ranges: new Places(ranges) }
  return ranges.map((range) =>
    leadsOut(scanned, range, around) ? { ...range, severity: 'critical' as const } : range,
  )
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
  return openRanges(foldForSearch(plain.text)).map(({ from, to }) => {
    const start = plain.originalOf(from)
    return { rule: DISGUISED, from: start, to: Math.max(plain.originalOf(to), start + 1) }
  })
}

function decodedRanges(text: string): FoundRange[] {
  return disguisesIn(text).flatMap(({ from, to, text: said }) => {
    const folded = foldForSearch(said)
    if (!isSaidLoosely(folded)) return []
    const range: FoundRange = { rule: DISGUISED, from, to }
    return [ANY_ADDRESS.test(folded) ? { ...range, severity: 'critical' } : range]
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

const ANY_ADDRESS = new RegExp(ADDRESS, 'u')

/** Beside: on the line before or after, and not further than this in a long line. */
const BESIDE = 400

/** These name an address as a matter of course: another instruction beside them is what counts. */
const WITH_ADDRESS = new Set<ScanRule>(
  INSTRUCTION_PATTERNS.filter(({ hasAddress }) => hasAddress).map(({ rule }) => rule),
)

/** The neighbours that make an instruction graver. */
interface Around {
  addresses: Places<Place>
  ranges: Places<FoundRange>
}

/** Looked for where they stand, so that a text without one costs nothing. */
function addressesIn(folded: string): Place[] {
  const found: Place[] = []
  for (const { index, 0: sign } of matchesOf(folded, ADDRESS_SIGN)) {
    if (sign === '@') {
      const [local] = LOCAL.exec(folded.slice(Math.max(index - 64, 0), index)) ?? []
      const [domain] = DOMAIN.exec(folded.slice(index + 1, index + 127)) ?? []
      if (local && domain) found.push({ from: index - local.length, to: index + 1 + domain.length })
    } else {
      WEB.lastIndex = index
      const [address] = WEB.exec(folded) ?? []
      if (address) found.push({ from: index, to: index + address.length })
    }
  }
  return found
}

/** Returns whether an address stands beside an instruction, to which something could go. */
function leadsOut(scanned: ScannedText, range: FoundRange, around: Around): boolean {
  const place = beside(scanned, range)
  if (!WITH_ADDRESS.has(range.rule)) return around.addresses.overlaps(place)
  return around.ranges.overlaps(place, (other) => other.rule !== range.rule)
}

/** The text beside a range, within the lines next to its own. */
function beside(scanned: ScannedText, { from, to }: FoundRange): { from: number; to: number } {
  const start = Math.max(startOfLine(scanned, from, -1), from - BESIDE, 0)
  const end = Math.min(startOfLine(scanned, to, 2), to + BESIDE)
  const apartBefore = scanned.text.slice(start, from).lastIndexOf('\0')
  const apartAfter = scanned.text.slice(to, end).indexOf('\0')
  return {
    from: start + apartBefore + 1,
    to: apartAfter === -1 ? end : to + apartAfter,
  }
}

/**
 * The offset at which the line that many lines after an offset's begins; the end if there is none.
 */
function startOfLine(scanned: ScannedText, offset: number, after: number): number {
  const index = Math.max(lineIndexAt(scanned, offset) + after, 0)
  return scanned.starts[index] ?? scanned.text.length
}
