import { z } from 'zod'
import type { TextFound, TextHit } from '@/lib/store/redaction/find-text'
import { size, type Wire } from './values'

const textHit = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('memory'),
    memory_store_id: z.string(),
    memory_id: z.string(),
    path: z.string().nullable(),
    holds_it_now: z.boolean(),
    versions: size,
    count: size,
  }),
  z.strictObject({
    type: z.literal('remark'),
    memory_store_id: z.string().nullable(),
    place: z.string(),
    values: size,
    count: size,
  }),
  z.strictObject({
    type: z.literal('conversation'),
    place: z.string(),
    values: size,
    count: size,
  }),
])

/** The hits of a text: all counted, some listed; paths that hold the text are withheld. */
export const textFoundAnswer = z.strictObject({
  counts: z.strictObject({ memories: size, versions: size, remarks: size, conversations: size }),
  data: z.array(textHit),
  total: size,
  /** damaged versions that may hold it */
  unreadable: z.array(z.string()),
})

export function wireTextFound(found: TextFound, text: string): Wire<typeof textFoundAnswer> {
  const { counts, places, placeCount, unreadable } = found
  return {
    counts,
    data: places.map((place) => wireTextHit(place, text)),
    total: placeCount,
    unreadable: unreadable.map(({ versionId }) => versionId),
  }
}

function wireTextHit(place: TextHit, text: string): Wire<typeof textHit> {
  switch (place.kind) {
    case 'memory':
      return {
        type: 'memory',
        memory_store_id: place.storeId,
        memory_id: place.memoryId,
        path: place.path?.includes(text) ? null : place.path,
        holds_it_now: place.isNow,
        versions: place.versions,
        count: place.count,
      }
    case 'remark':
      return {
        type: 'remark',
        memory_store_id: place.storeId,
        place: `${place.table}.${place.column}`,
        values: place.values,
        count: place.count,
      }
    case 'conversation':
      return {
        type: 'conversation',
        place: `${place.table}.${place.column}`,
        values: place.values,
        count: place.count,
      }
  }
}
