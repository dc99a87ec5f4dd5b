import { clsx } from 'clsx'
import { KeyRound, UserRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Actor, Writer } from '@/lib/store/model/actor'
import { actorInFull, actorName } from './actor-name'

type Named = Pick<Writer, 'type' | 'id' | 'name' | 'title'>

export interface ActorMarkProps {
  writer: Named
  size?: 'small' | 'normal'
}

const SIZES = {
  small: { box: 'size-[18px] text-[8.5px]', icon: 10, agent: 'rounded-[5px]' },
  normal: { box: 'size-[22px] text-[10px]', icon: 12, agent: 'rounded-[6px]' },
} as const

/** Marks a writer: a person is round, an agent square, an API key a hexagon. */
export function ActorMark({ writer, size = 'normal' }: ActorMarkProps) {
  const label = useActorLabel()(writer)
  const { box, icon, agent } = SIZES[size]
  const { shape, letters, hue } = actorLook(writer)
  return (
    <span role="img" aria-label={label} title={label} className="relative inline-flex shrink-0">
      <span
        aria-hidden
        className={clsx(
          'grid place-items-center font-semibold tracking-[-0.02em] forced-color-adjust-none',
          box,
          shape === 'agent' && agent,
          shape === 'person' && 'rounded-full',
          shape === 'key' && '[clip-path:polygon(25%_3%,75%_3%,100%_50%,75%_97%,25%_97%,0_50%)]',
        )}
        style={{ background: `var(--who-${hue})`, color: `var(--who-${hue}-ink)` }}
      >
        {shape === 'key' ? (
          <KeyRound size={icon} />
        ) : letters === '' ? (
          <UserRound size={icon} />
        ) : (
          letters
        )}
      </span>
    </span>
  )
}

/** Names an actor with its kind and session, as “Agent: Opus, The next release”; for marks and for sentences. */
export function useActorLabel(): (writer: Named) => string {
  const t = useTranslations('Common.actor')
  const name = useActorInFull()
  return (writer) =>
    writer.id === 'apikey_none' ? name(writer) : t(writer.type, { name: name(writer) })
}

/** The name of an actor in the reader's language, where it has none of its own. */
export function useActorName(): (writer: Named) => string {
  const t = useTranslations('Common.actorName')
  return (writer) => actorName(t, writer)
}

/** See `actorInFull`. */
export function useActorInFull(): (writer: Named) => string {
  const t = useTranslations('Common.actorName')
  return (writer) => actorInFull(t, writer)
}

/** The sign of an actor at everything it writes: shape says what it is, letters and hue who. */
interface ActorLook {
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

/** A letter or digit with at most two marks, or a picture; nothing that is invisible or turns text. */
const SIGN =
  /([\p{L}\p{N}]\p{M}{0,2}|\p{Regional_Indicator}{2}|\p{Emoji_Presentation}|(?!\p{C})\p{Extended_Pictographic})\p{M}*/gu

/** Letters of no width: fillers of Hangul. */
const BLANK_LETTER = /[\u115f\u1160\u3164\uffa0]/gu

/** Two initials; of a single word its first two characters; '' if nothing can be shown. */
function lettersOf(name: string): string {
  const [[initial, second = ''] = [], [next] = []] = wordsOf(name)
  if (initial === undefined) return ''
  return upper(initial) + (next === undefined ? second.toLowerCase() : upper(next))
}

/** The words of a name, each as the signs that can be shown; a change to digits begins one. */
function wordsOf(name: string): string[][] {
  const words: string[][] = []
  let last = { end: -1, isDigit: true }
  const shown = name.slice(0, MAX_UNITS).normalize('NFC').replace(BLANK_LETTER, ' ')
  for (const { 0: all, 1: sign = '', index } of shown.matchAll(SIGN)) {
    const isDigit = /^\p{N}/u.test(sign)
    if (index !== last.end || (isDigit && !last.isDigit)) words.push([])
    words.at(-1)?.push(sign)
    last = { end: index + all.length, isDigit }
  }
  return words
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
