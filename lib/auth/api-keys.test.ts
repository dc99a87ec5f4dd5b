import { expect, test } from 'vitest'
import { onSqlite } from '@/tests/support/databases'
import { createApiKey, findApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys'
import { flushKeyUses } from './key-uses'

onSqlite((current) => {
  const made = (expiresAt: number | null = null) =>
    createApiKey(current(), { name: 'ci', access: 'read', storeIds: null, expiresAt })

  test('a key opens until it expires', async () => {
    const { key, secret } = await made(Date.now() + 60_000)
    expect((await findApiKey(current(), secret))?.id).toBe(key.id)
    const { secret: expired } = await made(Date.now())
    expect(await findApiKey(current(), expired)).toBeNull()
  })

  test('a rotated key is the same key: its new secret opens, and the one before for a day', async () => {
    const { key, secret } = await made()
    const second = (await rotateApiKey(current(), key.id)) ?? ''
    const opened = [await findApiKey(current(), secret), await findApiKey(current(), second)]
    expect(opened.map((each) => each?.id)).toEqual([key.id, key.id])
    const until = (opened[0]?.previousUntil ?? 0) - Date.now()
    expect(until).toBeGreaterThan(23 * 3_600_000)
    // Rotated again, the first is gone at once.
    await rotateApiKey(current(), key.id)
    expect(await findApiKey(current(), secret)).toBeNull()
  })

  test('a revoked key opens with neither secret, and is not rotated', async () => {
    const { key, secret } = await made()
    const second = (await rotateApiKey(current(), key.id)) ?? ''
    await revokeApiKey(current(), key.id)
    expect(await findApiKey(current(), secret)).toBeNull()
    expect(await findApiKey(current(), second)).toBeNull()
    expect(await rotateApiKey(current(), key.id)).toBeNull()
  })

  test('its last use is known at once, and kept', async () => {
    const { key, secret } = await made()
    const lastUse = async () =>
      (await listApiKeys(current())).find(({ id }) => id === key.id)?.lastUsedAt
    expect(await lastUse()).toBeNull()
    await findApiKey(current(), secret)
    const used = await lastUse()
    expect(used).toBeGreaterThan(Date.now() - 60_000)
    await flushKeyUses(current())
    expect(await lastUse()).toBe(used)
  })
})
