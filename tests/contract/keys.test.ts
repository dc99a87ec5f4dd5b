import { createHash } from 'node:crypto'
import { callerOf } from '@/lib/auth/caller'
import { createKey, keysMadeOutside, listKeys, revokeKey, rotateKey } from '@/lib/auth/keys'
import { db } from '@/lib/db'
import { serverSecret } from '@/lib/server-file'
import { describe, expect, test } from '@/tests/support/fixtures'
import { changeKey, LONG_AGO } from '@/tests/support/keys'

/** Keys: how they are made, kept and presented. */

const headers = (secret: string) => ({ authorization: `Bearer ${secret}` })

describe('a key', () => {
  test('is kept as a hash, and its secret is told once', async () => {
    const { key, secret } = await createKey({ name: 'ci', access: 'read', storeIds: null })
    expect(secret).toMatch(/^plk_[\w-]{43}$/)
    const row = await db.apiKey.findUnique({ where: { id: key.id } })
    const hash = createHash('sha256').update(secret).digest('hex')
    expect(row?.secretHash).toBe(hash)
    expect(JSON.stringify([row, await listKeys()])).not.toContain(secret.slice(4))
    expect(JSON.stringify(await listKeys())).not.toContain(hash)
  })

  test('ends after 90 days unless said otherwise, and is an agent’s where agents use such', async () => {
    const made = async (access: 'read' | 'write' | 'review' | 'admin') =>
      (await createKey({ name: access, access, storeIds: null })).key
    const { createdAt, expiresAt } = await made('read')
    expect(Number(expiresAt) - Number(createdAt)).toBe(90 * 86_400_000)
    const isAgent = async (access: Parameters<typeof made>[0]) => (await made(access)).isAgent
    expect(await isAgent('read')).toBe(true)
    expect(await isAgent('write')).toBe(true)
    expect(await isAgent('review')).toBe(false)
    expect(await isAgent('admin')).toBe(false)
    const forever = await createKey({ name: 'x', access: 'read', storeIds: null, days: null })
    expect(forever.key.expiresAt).toBeNull()
  })

  test('that may decide is named for 7 days where it was made outside of the dashboard', async () => {
    const outside = { name: 'outside', storeIds: null, madeBy: 'command_line' } as const
    const { key } = await createKey({ ...outside, access: 'admin' })
    expect(await keysMadeOutside()).toEqual(['outside'])
    await changeKey(key.id, { createdAt: LONG_AGO })
    expect(await keysMadeOutside()).toEqual([])
  })

  test.for([
    [{ name: ' ' }, 'name: must not be empty'],
    [{ name: 'x'.repeat(101) }, 'name: must be at most 100 characters'],
    [{ storeIds: [] }, 'storeIds: must name a store'],
  ] as const)('%o is refused', async ([input, words]) => {
    const wanted = { name: 'a', access: 'read' as const, storeIds: null, ...input }
    await expect(createKey(wanted as never)).rejects.toThrow(words)
  })

  test('has two secrets for 24 hours after its rotation, then the new one', async () => {
    const { key, secret: old } = await createKey({ name: 'k', access: 'read', storeIds: null })
    const fresh = await rotateKey(key.id)
    const opens = async (secret: string) =>
      (await callerOf(new Headers(headers(secret))).catch(() => null))?.keyId ?? null
    expect(await opens(old)).toBe(key.id)
    expect(await opens(fresh)).toBe(key.id)
    await changeKey(key.id, { previousUntil: LONG_AGO })
    expect(await opens(old)).toBeNull()
    expect(await opens(fresh)).toBe(key.id)
    await changeKey(key.id, { expiresAt: LONG_AGO })
    await expect(rotateKey(key.id)).rejects.toMatchObject({ code: 'key_not_found' })
    await revokeKey(key.id)
    expect(await opens(fresh)).toBeNull()
    await expect(rotateKey(key.id)).rejects.toMatchObject({ code: 'key_not_found' })
    await expect(revokeKey(key.id)).rejects.toMatchObject({ code: 'key_not_found' })
  })

  test('is needed under a name that is not this machine’s own', async () => {
    const under = (host: string) => callerOf(new Headers({ host }))
    for (const own of ['localhost:3000', '127.0.0.1', '127.9.9.9:1', '[::1]:3000', 'LOCALHOST.']) {
      expect(await under(own)).toMatchObject({ keyId: null, isAgent: true, access: 'admin' })
    }
    await expect(under('memory.example.org')).rejects.toMatchObject({ code: 'no_key' })
    await expect(callerOf(new Headers())).rejects.toMatchObject({ code: 'no_key' })
  })

  test('says when it was used last, written down once a minute', async ({ as }) => {
    const caller = await as({ access: 'read' })
    const lastUse = async () => (await listKeys()).find(({ id }) => id === caller.keyId)?.lastUsedAt
    expect(await lastUse()).toBeNull()
    await caller.call('GET', '/v1/memory_stores')
    await expect.poll(lastUse).toBeInstanceOf(Date)
    const first = await lastUse()
    await caller.call('GET', '/v1/memory_stores')
    expect(await lastUse()).toEqual(first)
  })
})

test('the running server’s secret is the person at the command line', async ({ as, store }) => {
  const { call } = await as()
  const memory = { path: '/a', content: '' }
  await call('POST', `/v1/memory_stores/${store.id}/memories`, memory, headers(serverSecret()))
  const written = await db.version.findFirst({ where: { storeId: store.id } })
  expect(written?.actorId).toBe('user_command_line')
})
