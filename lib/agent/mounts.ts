import type { Mount } from '@/lib/memory-tool/mount'
import type { AttachedStore } from './session'

/** A session's stores as the tools address them. */
export function mountsOf(stores: readonly AttachedStore[]): Mount[] {
  return stores.map(({ storeId, mountName, name, access }) => ({
    storeId,
    name: mountName,
    fullName: name,
    access,
  }))
}
