import { createKey, type NewKey } from '@/lib/auth/keys'
import { write } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'

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

export const LONG_AGO = new Date(0)

/** Changes a key as another process would. */
export const changeKey = (id: string, data: Prisma.ApiKeyUpdateInput) =>
  write((tx) => tx.apiKey.update({ where: { id }, data }))
