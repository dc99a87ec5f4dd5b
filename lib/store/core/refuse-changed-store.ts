import type { MemoryStore } from '../model/memory-store'
import { refuse } from '../model/problems'

/** What a caller saw of a store before acting on it; fields left out were not seen. */
export type StoreAsShown = Partial<
  Pick<MemoryStore, 'name' | 'description'> & { maxContentBytes: number }
>

/** Refuses `store_changed` if the store is not as the caller saw it. */
export function refuseChangedStore(store: MemoryStore, shown: StoreAsShown | undefined): void {
  const now = {
    name: store.name,
    description: store.description,
    maxContentBytes: store.settings.maxContentBytes,
  }
  const isChanged = Object.entries({ ...now, ...shown }).some(
    ([field, value]) => now[field as keyof typeof now] !== value,
  )
  if (isChanged) refuse({ kind: 'store_changed', storeId: store.id })
}
