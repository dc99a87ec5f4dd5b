import type { Way } from '@/components/time/moment-ways'
import type { Database } from '@/lib/db/database'
import type { NamedMoment } from '@/lib/store/model/named-moment'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { type StoreMoment, storeMoment } from '@/lib/store/store-moment'
import { type AskedMoment, askedText, momentText, parseMoment } from './asked-moment'

/** One end of a comparison. */
export interface ComparedEnd {
  /** what the address asks for; if absent or unclear, the beginning, or now */
  asked: AskedMoment
  /** the form's field that it came by; null: it is in the address itself */
  way: Way | null
  isUnclear: boolean
  /** the resolved moment */
  moment: StoreMoment
}

const OTHERWISE = { from: { sequence: 0 }, to: 'now' } as const

/** Resolves one end of a comparison. */
export async function comparedEnd(
  db: Database,
  store: MemoryStore,
  end: 'from' | 'to',
  search: Record<string, string | string[] | undefined>,
): Promise<ComparedEnd> {
  const { text, way } = askedText(search, end)
  const parsed = text === null ? OTHERWISE[end] : parseMoment(text)
  const asked = parsed ?? OTHERWISE[end]
  const at = asked === 'now' ? { sequence: store.lastSequence } : asked
  const moment = await storeMoment(db, { storeId: store.id, ...at })
  return { asked, way, isUnclear: parsed === null, moment }
}

/** A comparison's address, for sharing. */
export function comparisonAddress(storeId: string, from: AskedMoment, to: AskedMoment): string {
  return `/stores/${storeId}/compare?from=${momentText(from)}&to=${momentText(to)}`
}

/** The way in which a person would most likely edit this end. */
export function likelyWay({ asked, way, moment }: ComparedEnd, named: readonly NamedMoment[]): Way {
  if (way !== null) return way
  if (asked === 'now') return 'moment'
  if ('time' in asked) return 'time'
  const hasName = moment.sequence === 0 || named.some((each) => each.sequence === moment.sequence)
  return hasName ? 'moment' : 'change'
}
