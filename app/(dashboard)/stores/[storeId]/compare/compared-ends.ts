import type { Way } from '@/components/time/moment-ways'
import type { Database } from '@/lib/db/database'
import type { NamedMoment } from '@/lib/store/model/named-moment'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { Moment } from '@/lib/store/model/moment'
import { StoreError } from '@/lib/store/model/problems'
import { type StoreMoment, storeMoment } from '@/lib/store/time/store-moment'
import { type AddressMoment, momentParameter, parseMoment } from './address-moment'

/** One end of a comparison. */
export interface ComparedEnd {
  /** the moment in the address; if absent or unclear, the beginning of the last run, or now */
  asked: AddressMoment
  /** the form's field that it came by; null: it is in the address itself */
  way: Way | null
  isUnclear: boolean
  /** the resolved moment */
  moment: StoreMoment
}

export interface ComparedEndInput {
  store: MemoryStore
  end: 'from' | 'to'
  search: Record<string, string | string[] | undefined>
  /** the end of the comparison if the address does not say */
  otherwise: Moment | 'now'
}

/** Resolves one end of a comparison. */
export async function comparedEnd(
  db: Database,
  { store, end, search, otherwise }: ComparedEndInput,
): Promise<ComparedEnd> {
  const { text, way } = momentParameter(search, end)
  const parsed = text === null ? otherwise : parseMoment(text)
  const asked = parsed ?? otherwise
  const at = asked === 'now' ? { sequence: store.lastSequence } : asked
  const moment = await storeMoment(db, { storeId: store.id, ...at }).catch((error: unknown) => {
    const begins = beginningOf(error)
    return storeMoment(db, { storeId: store.id, time: begins })
  })
  return { asked, way, isUnclear: parsed === null, moment }
}

/** The first moment of a branch, for a time before it: nothing else can be compared. */
function beginningOf(error: unknown): number {
  if (error instanceof StoreError && error.problem.kind === 'moment_before_store') {
    return error.problem.since
  }
  throw error
}

/** The way in which a person would most likely edit this end. */
export function likelyWay({ asked, way, moment }: ComparedEnd, named: readonly NamedMoment[]): Way {
  if (way !== null) return way
  if (asked === 'now') return 'moment'
  if ('time' in asked) return 'time'
  const hasName = moment.sequence === 0 || named.some((each) => each.sequence === moment.sequence)
  return hasName ? 'moment' : 'change'
}
