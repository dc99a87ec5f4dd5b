import { type Actor, COMMAND_LINE_ACTOR, LOCAL_USER_ACTOR } from './actor'

/**
 * The actor that a mark stands for. `import`: an author whose changes came with an imported
 * history.
 */
export interface MarkedActor {
  kind: Actor['type'] | 'import'
  id: string
  /** null: it has none */
  name: string | null
}

/** A person is round, an agent square, a key hexagonal, an import outlined. */
export type MarkShape = 'person' | 'agent' | 'key' | 'import'

const HUES = [1, 2, 3, 4, 5, 6, 7, 8] as const

export type Hue = (typeof HUES)[number]

/** The sign of an actor at everything it writes: shape says what it is, letters and hue who. */
export interface ActorMark {
  shape: MarkShape
  /**
   * one or two letters, digits or pictures, to be shown as they are; '' for the one person of an
   * installation without sign-in, in the browser or at the command line, whose id says nothing
   */
  letters: string
  /** the same for an id always */
  hue: Hue
}

const SHAPES: Readonly<Record<MarkedActor['kind'], MarkShape>> = {
  user: 'person',
  session: 'agent',
  api_key: 'key',
  service_account: 'key',
  import: 'import',
}

/**
 * The mark of an actor. Total: whatever its name is, the mark has letters that can be shown, or is
 * that of the one person.
 */
export function actorMark({ kind, id, name }: MarkedActor): ActorMark {
  const isTheOne = id === LOCAL_USER_ACTOR.id || id === COMMAND_LINE_ACTOR.id
  const letters = lettersOf(name ?? '') || (isTheOne ? '' : lettersOf(id.slice(-ID_END)) || '?')
  return { shape: SHAPES[kind], letters, hue: HUES[hashOf(id) % HUES.length] ?? 1 }
}

/** The end of an id, as it stands for an actor without a name elsewhere. */
const ID_END = 6

/** Longer names say nothing more in two letters, and may be very long. */
const MAX_UNITS = 200

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Two initials; of a single word its first two characters; '' if nothing can be shown. */
function lettersOf(name: string): string {
  const words = wordsOf(name.slice(0, MAX_UNITS).normalize('NFC'))
  const [first, second] = words
  const initial = first?.[0]
  if (first === undefined || initial === undefined) return ''
  const next = second?.[0]
  if (next !== undefined) return upper(initial) + upper(next)
  return upper(initial) + (first[1] ?? '').toLowerCase()
}

/** The words of a name, each as the characters that can be shown; a change to digits begins one. */
function wordsOf(name: string): string[][] {
  const words: string[][] = []
  let last = 'gap'
  for (const { segment } of clusters.segment(name)) {
    const shown = shownPart(segment)
    const kind = shown === null ? 'gap' : /^\p{N}/u.test(shown) ? 'digit' : 'letter'
    if (shown !== null) {
      if (last === 'gap' || (kind === 'digit' && last === 'letter')) words.push([])
      words.at(-1)?.push(shown)
    }
    last = kind
  }
  return words
}

/**
 * The part of a character that a mark shows: a letter or digit with at most two marks, or a
 * picture. Nothing of anything else: spaces, punctuation, marks on nothing, and what is invisible
 * or turns the text.
 */
const LETTER = /^[\p{L}\p{N}]\p{M}{0,2}/u
const PICTURE =
  /^(?:\p{Regional_Indicator}{2}|\p{Emoji_Presentation}|(?!\p{C})\p{Extended_Pictographic})/u

/** Letters of no width: fillers of Hangul. */
const BLANK_LETTER = /^[\u115f\u1160\u3164\uffa0]/u

function shownPart(cluster: string): string | null {
  if (BLANK_LETTER.test(cluster)) return null
  return LETTER.exec(cluster)?.[0] ?? PICTURE.exec(cluster)?.[0] ?? null
}

/** In capitals, unless that is another number of characters, as with ß. */
function upper(character: string): string {
  const capital = character.toUpperCase()
  return [...capital].length === [...character].length ? capital : character
}

/** FNV-1a over UTF-16 units. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  }
  // The low bits alone would follow the last character too closely.
  return (hash ^ (hash >>> 15)) >>> 0
}
