import type { Origin } from '@/components/history/came-from'
import { isRefusal } from '@/lib/refusal'
import type { Store } from '@/lib/store/model/model'
import { momentPlace } from '@/lib/store/moments'
import { getStore } from '@/lib/store/stores'
import type { Batch } from '@/lib/store/told'

/** What a store is a copy of; null: it is none, or its origin is gone. */
export const copiedFrom = async ({ copiedFromId: id, copiedFromSequence: at }: Store) =>
  id === null ? null : originAt(id, at ?? 0)

/** Where what was copied or taken over came from, by the id of its batch; without what is gone. */
export async function originsOf(
  told: Iterable<{ batch: Batch | null }>,
): Promise<ReadonlyMap<string, Origin>> {
  const batches = new Map<string, Batch>()
  for (const { batch } of told) if (batch) batches.set(batch.id, batch)
  const origins = new Map<string, Origin>()
  for (const { id, kind, reference } of batches.values()) {
    if (kind !== 'copy' && kind !== 'take_over') continue
    const [, storeId = '', at] = /^(\w+)@(\d+)$/.exec(reference ?? '') ?? []
    const origin = await originAt(storeId, Number(at))
    if (origin) origins.set(id, origin)
  }
  return origins
}

async function originAt(storeId: string, upTo: number): Promise<Origin | null> {
  try {
    const { name } = await getStore(storeId)
    const { sequence, at } = await momentPlace(storeId, upTo)
    return { storeId, name, sequence, at }
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
