import { z } from 'zod'
import { fieldNames, WAYS, type Way } from '@/components/time/moment-ways'
import type { Moment } from '@/lib/store/model/moment'

/** A moment in an address: now, which moves on, or a fixed one. */
export type AddressMoment = 'now' | Moment

const SECOND_MS = 1000

/** The query parameters for one end of a comparison. */
export interface MomentParameter {
  /** null: absent */
  text: string | null
  /** the form's field that it came by; null: it is in the address itself */
  way: Way | null
}

/**
 * One end's parameters: `from=…` as in links, or the form's, which has a field for each way and
 * names the one that counts in `fromBy`.
 */
export function momentParameter(
  search: Record<string, string | string[] | undefined>,
  end: 'from' | 'to',
): MomentParameter {
  const names = fieldNames(end)
  const way = WAYS.find((each) => each === search[names.by]) ?? null
  const text = search[way === null ? end : names[way]]
  return { text: typeof text === 'string' ? text.trim() : null, way }
}

/**
 * Parses `now`, the number of a change, or a time in UTC (`2026-05-20T12:00`, with seconds and a
 * `Z` or without). A time without milliseconds means the whole second and includes its changes.
 * Null if it is none of these.
 */
export function parseMoment(text: string): AddressMoment | null {
  if (text === 'now') return 'now'
  if (/^\d{1,15}$/.test(text)) return { sequence: Number(text) }
  const local = text.replace(/Z$/, '')
  if (!z.iso.datetime({ local: true }).safeParse(local).success) return null
  const time = Date.parse(`${local}Z`)
  if (time < 0) return null
  return { time: /\.\d+$/.test(local) ? time : time + SECOND_MS - 1 }
}

/** The inverse of `parseMoment`. */
export function momentText(moment: AddressMoment): string {
  if (moment === 'now') return 'now'
  if ('sequence' in moment) return String(moment.sequence)
  const text = new Date(moment.time).toISOString()
  return moment.time % SECOND_MS === SECOND_MS - 1 ? text.replace(/\.999Z$/, 'Z') : text
}
