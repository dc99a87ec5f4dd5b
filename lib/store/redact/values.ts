import { MAX_PATH_BYTES, memoryPathProblem } from '@/lib/text/memory-path'
import { strangerTo, withoutText } from '@/lib/text/occurrences'

/** What is taken out, and what stands instead. */
export interface Removal {
  /** the text and its other spellings; at least three characters each */
  texts: readonly string[]
  /** holds none of them */
  replacement: string
}

export const holdsAny = (value: string, texts: readonly string[]): boolean =>
  texts.some((text) => value.includes(text))

/** A value in which none of the texts stands any more, not even where one was taken out of another. */
export function without(value: string, { texts, replacement }: Removal): string {
  let left = value
  for (let round = 0; holdsAny(left, texts); round++) {
    const instead = round < MAX_ROUNDS ? replacement : strangerTo(texts.join(''))
    for (const text of texts) if (left.includes(text)) left = withoutText(left, text, instead)
  }
  return left
}

/** Taking out one text may make another; with a character that none has it cannot. */
const MAX_ROUNDS = 5

/** The same, with one character for each, where a longer value has no room. */
export function shortWithout(value: string, { texts }: Removal): string {
  return without(value, { texts, replacement: strangerTo(texts.join('')) })
}

/** A text in one line, for names and paths. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Instead of a replacement that no path can have. */
const PLAIN = ['redacted', 'x', '_', '-']

/**
 * Paths without the texts, the preferred one first: with the replacement in their place; if that is no
 * path, or is taken, with a plain or numbered one. All are valid; the sequence is endless.
 */
export function* pathsWithout(
  path: string,
  { texts, replacement }: Removal,
): Generator<string, never> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    for (const instead of [inOneLine(replacement).normalize('NFC'), ...PLAIN]) {
      const numbered = `${instead}${suffix}`
      if (holdsAny(numbered, texts)) continue
      const made = without(path, { texts, replacement: numbered })
      const wanted = made.startsWith('/') ? made : `/${made}`
      if (!holdsAny(wanted, texts) && memoryPathProblem(wanted) === null) yield wanted
    }
    // A path with no room for a number is dropped altogether.
    const short = `/${suffix.slice(1) || '1'}`
    if (path.length > MAX_PATH_BYTES - 16 && !holdsAny(short, texts)) yield short
  }
}

/** How a text is written within JSON: what holds it holds this. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Words of ours in JSON: what they say is a closed set, and a part of one is nobody's text. */
const OUR_FIELDS = /^(?:type|kind|op|operation|role|state|status|rule)$/
/** Answers of a store's rules, choices of sessions and tests, what a held write is about: none is anybody's text. */
const OUR_ANSWERS =
  /^(?:answer|everything|secrets|personalData|instructions|deletions|about|approval|tool_set|tools|access|thinking|compact_at|keep)$/
const ANSWER =
  /^(?:review|hold|land|flag|mask|refuse|ignore|all_writes|secrets|personal_data|instructions|hidden|deletions|emptied|collapse|unreadable|session|always_ask|always_allow|memory|memory_custom|documents|read_only|read_write|adaptive|off|all)$/
const OUR_WORDS = /^[a-z][a-z0-9_.]*$/
const OUR_NAMES = /^[a-z]+(?:_[a-z0-9]+)*$|^[a-z]+(?:[A-Z][a-z]+)*$/

type Mapping = (text: string) => string

/**
 * JSON with each of its texts mapped; null where nothing changes. `isFree`: all of it is somebody's, names
 * of fields too.
 */
export function mapJson(json: string, map: Mapping, isFree: boolean): string | null {
  const before: unknown = JSON.parse(json)
  const after = JSON.stringify(mapped(before, map, isFree ? 'free' : 'ours'))
  return after === JSON.stringify(before) ? null : after
}

/** What a model calls with is all its own, numbers and words as ours too, but for the fields of its tool. */
type Whose = 'ours' | 'called' | 'free'

function mapped(value: unknown, map: Mapping, whose: Whose): unknown {
  if (typeof value === 'string' || (typeof value === 'number' && whose !== 'ours')) {
    const left = map(String(value))
    return left === String(value) ? value : left
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = new Map<string, unknown>()
  for (const [name, each] of Object.entries(value)) {
    const of = whose === 'ours' && name === 'input' && typeof each === 'object' ? 'called' : whose
    const isOurs =
      of === 'ours' &&
      typeof each === 'string' &&
      ((OUR_FIELDS.test(name) && OUR_WORDS.test(each)) ||
        (OUR_ANSWERS.test(name) && ANSWER.test(each)))
    const own = whose === 'free' || !OUR_NAMES.test(name) ? map(name) : name
    fields.set(unlike(own, fields), isOurs ? each : mapped(each, map, of))
  }
  // A list goes the same way: a callback for each of its items overflows the stack where it lies deep.
  return Array.isArray(value) ? [...fields.values()] : Object.fromEntries(fields)
}

/** Two names that became equal stay two fields. */
function unlike(name: string, taken: ReadonlyMap<string, unknown>): string {
  let number = 1
  let own = name
  while (taken.has(own)) own = `${name}-${++number}`
  return own
}
