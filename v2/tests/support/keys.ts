/** What a test's key may; an agent's for all stores unless said otherwise. */
export interface KeyOf {
  access: 'hook' | 'metrics' | 'read' | 'write' | 'review' | 'admin'
  isAgent?: boolean
  storeIds?: string[]
}

/** Makes a key by the verb that the pages use. */
export async function makeKey(of: KeyOf): Promise<{ id: string; secret: string }> {
  const { access, isAgent = true, storeIds = null } = of
  const { createKey } = await import('@/lib/auth/keys')
  const { key, secret } = await createKey({ name: access, access, isAgent, storeIds })
  return { id: key.id, secret }
}
