import { describe, expect, test } from 'vitest'
import { LOCAL_API_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { type Access, covers } from './access'
import { createApiKey, findApiKey, listApiKeys, revokeApiKey } from './api-keys'
import { callerOf } from './caller'

test.each<[Access, Access, boolean]>([
  ['read', 'read', true],
  ['write', 'review', false],
  ['review', 'write', true],
  ['review', 'admin', false],
  ['admin', 'review', true],
  ['read', 'write', false],
  ['write', 'read', true],
  ['write', 'admin', false],
  ['admin', 'write', true],
])('a key for %s covers %s: %s', (granted, needed, covered) => {
  expect(covers(granted, needed)).toBe(covered)
})

onBothDatabases((current) => {
  const LOCAL = {
    actor: LOCAL_API_ACTOR,
    keyId: null,
    access: 'admin',
    purpose: 'agent',
    storeIds: null,
  }
  const makeKey = (access: Access = 'read', storeIds: string[] | null = null) =>
    createApiKey(current(), { name: 'a key', access, storeIds })

  describe('a key', () => {
    test('is stored without its secret, which is random and returned once', async () => {
      const { key, secret } = await makeKey('write', ['memstore_1'])
      expect(secret).toMatch(/^plk_[\w-]{43}$/)
      expect(await listApiKeys(current())).toEqual([key])
      const rows = await current().read.all('SELECT * FROM api_keys')
      expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
      expect(await findApiKey(current(), secret)).toEqual(key)
    })

    test.each<[Access, string]>([
      ['read', 'agent'],
      ['write', 'agent'],
      ['review', 'script'],
      ['admin', 'script'],
    ])('for %s has the purpose %s by default', async (access, purpose) => {
      expect((await makeKey(access)).key.purpose).toBe(purpose)
      const { key, secret } = await createApiKey(current(), {
        name: 'a key',
        access,
        purpose: 'agent',
        storeIds: null,
      })
      expect([key.purpose, (await findApiKey(current(), secret))?.purpose]).toEqual([
        'agent',
        'agent',
      ])
    })

    test('is revoked once, and not found afterwards', async () => {
      const { key, secret } = await makeKey()
      expect(await revokeApiKey(current(), key.id)).toBe(true)
      expect(await revokeApiKey(current(), key.id)).toBe(false)
      expect(await findApiKey(current(), secret)).toBeNull()
      const [listed] = await listApiKeys(current())
      expect(listed?.revokedAt).not.toBeNull()
    })
  })

  describe('a caller', () => {
    test.each<[string, HeadersInit]>([
      ['no key', {}],
      ["another service's key", { 'x-api-key': 'sk-ant-api03-x' }],
      ["another service's bearer", { authorization: 'Bearer sk-ant-api03-x' }],
      ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ])('with %s is whoever works on this machine', async (_, headers) => {
      expect(await callerOf(current(), new Headers(headers))).toEqual(LOCAL)
    })

    test('with a key of ours, in either header, is that key, with its limits', async () => {
      const { key, secret } = await makeKey('write', ['memstore_1'])
      const caller = {
        actor: { type: 'api_key', id: key.id },
        keyId: key.id,
        access: 'write',
        purpose: 'agent',
        storeIds: ['memstore_1'],
      }
      const ways: Record<string, string>[] = [
        { 'x-api-key': secret },
        { authorization: `Bearer ${secret}` },
        { authorization: `bearer  ${secret}` },
        { 'x-api-key': 'sk-ant-api03-x', authorization: `Bearer ${secret}` },
        { 'x-api-key': secret, authorization: 'Bearer sk-ant-api03-x' },
      ]
      for (const headers of ways) {
        expect(await callerOf(current(), new Headers(headers))).toEqual(caller)
      }
    })

    test('with a key of ours that never existed, or was revoked, is nobody', async () => {
      const { key, secret } = await makeKey()
      await revokeApiKey(current(), key.id)
      for (const bad of [secret, 'plk_made-up', 'plk_', 'PLK_made-up', ` ${secret} x`]) {
        expect(await callerOf(current(), new Headers({ 'x-api-key': bad }))).toBeNull()
      }
    })
  })
})
