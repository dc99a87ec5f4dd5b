import type { Actor } from '@/lib/store/model/actor'

/** The sign of an actor at everything it writes: shape says what it is, letters and hue who. */
export interface ActorLook {
  /** a person is round, an agent square, a key hexagonal */
  shape: 'person' | 'agent' | 'key'
  /** one or two letters, digits or pictures; '' for the one person of an installation */
  letters: string
  /** 1 to 8, the same for an id always */
  hue: number
}

const SHAPES: Readonly<Record<Actor['type'], ActorLook['shape']>> = {
  user: 'person',
  session: 'agent',
  api_key: 'key',
  service_account: 'key',
}

const HUES = 8

/** The end of an id, as it stands for an actor without a name elsewhere. */
const ID_END = 6

/** Longer names say nothing more in two letters, and may be very long. */
const MAX_UNITS = 200

/**
 * The look of an actor. Total: whatever its name is, it has letters that can be shown, or is that of
 * the one person.
 */
export function actorLook({ type, id, name }: Actor & { name: string | null }): ActorLook {
  const letters =
    lettersOf(name ?? '') || (type === 'user' ? '' : lettersOf(id.slice(-ID_END)) || '?')
  return { shape: SHAPES[type], letters, hue: (hashOf(id) % HUES) + 1 }
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Two initials; of a single word its first two characters; '' if nothing can be shown. */
function lettersOf(name: string): string {
  const [first, second] = wordsOf(name.slice(0, MAX_UNITS).normalize('NFC'))
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

/** A letter or digit with at most two marks, or a picture; nothing that is invisible or turns text. */
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
