import type { MemoryStore } from '../model/memory-store'
import { refuse } from '../model/problems'
import type { StoreSettings } from '../model/store-settings'

/** What a caller saw of a store before acting on it; fields left out were not seen. */
export type StoreAsShown = Partial<Pick<MemoryStore, 'name' | 'description'> & StoreSettings>

/** Refuses `store_changed` if the store is not as the caller saw it. */
export function refuseChangedStore(store: MemoryStore, shown: StoreAsShown | undefined): void {
  const now = {
    name: store.name,
    description: store.description,
    ...store.settings,
  }
  const isChanged = Object.entries({ ...now, ...shown }).some(
    ([field, value]) => JSON.stringify(now[field as keyof typeof now]) !== JSON.stringify(value),
  )
  if (isChanged) refuse({ kind: 'store_changed', storeId: store.id })
}
