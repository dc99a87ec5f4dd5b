import { createKey, type NewKey } from '@/lib/auth/keys'

/** Makes a key as the dashboard does: one that reads all stores, unless it is to be another. */
export async function makeKey(like: Partial<NewKey>): Promise<{ id: string; secret: string }> {
  const { key, secret } = await createKey({
    name: 'a key',
    access: 'read',
    storeIds: null,
    ...like,
  })
  return { id: key.id, secret }
}
