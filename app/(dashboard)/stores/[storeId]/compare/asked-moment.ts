import { z } from 'zod'
import { fieldNames, WAYS, type Way } from '@/components/time/moment-ways'
import type { Moment } from '@/lib/store/model/moment'

/** A moment as an address names it: the present one, whatever comes, or one that stays. */
export type AskedMoment = 'now' | Moment

const SECOND_MS = 1000

/** What of an address's query says which moment one end of the comparison is at. */
export interface AskedText {
  /** null: it says nothing */
  text: string | null
  /** by which of the form's fields it came; null: it stands in the address itself */
  way: Way | null
}

/**
 * What a query asks for one end: `from=…` as links have it, or what the form sends, which has a
 * field for each way and says by `fromBy` which of them counts.
 */
export function askedText(
  search: Record<string, string | string[] | undefined>,
  end: 'from' | 'to',
): AskedText {
  const names = fieldNames(end)
  const way = WAYS.find((each) => each === search[names.by]) ?? null
  const text = search[way === null ? end : names[way]]
  return { text: typeof text === 'string' ? text.trim() : null, way }
}

/**
 * Reads `now`, the number of a change, or a time of UTC (`2026-05-20T12:00`, with seconds and a `Z`
 * or without). A time that has no milliseconds is the whole of its second: what was changed in it
 * belongs to it. Null: it is none of these.
 */
export function parseMoment(text: string): AskedMoment | null {
  if (text === 'now') return 'now'
  if (/^\d{1,15}$/.test(text)) return { sequence: Number(text) }
  const local = text.replace(/Z$/, '')
  if (!z.iso.datetime({ local: true }).safeParse(local).success) return null
  const time = Date.parse(`${local}Z`)
  if (time < 0) return null
  return { time: /\.\d+$/.test(local) ? time : time + SECOND_MS - 1 }
}

/** As `parseMoment` reads it. */
export function momentText(moment: AskedMoment): string {
  if (moment === 'now') return 'now'
  if ('sequence' in moment) return String(moment.sequence)
  const text = new Date(moment.time).toISOString()
  return moment.time % SECOND_MS === SECOND_MS - 1 ? text.replace(/\.999Z$/, 'Z') : text
}
