import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { createApiKey, revokeApiKey } from './api-keys'
import { hasOtherReviewers } from './other-reviewers'

onBothDatabases((current) => {
  test('somebody else reviews once there is a key for it that is no agent’s and still opens', async () => {
    const db = current()
    const key = { storeIds: null }
    await createApiKey(db, { ...key, name: 'reads', access: 'read', purpose: 'script' })
    await createApiKey(db, { ...key, name: 'agent', access: 'review', purpose: 'agent' })
    const past = { expiresAt: Date.now() - 1 }
    await createApiKey(db, { ...key, ...past, name: 'past', access: 'review', purpose: 'script' })
    expect(await hasOtherReviewers(db)).toBe(false)
    const made = await createApiKey(db, {
      ...key,
      name: 'Mina',
      access: 'review',
      purpose: 'script',
    })
    expect(await hasOtherReviewers(db)).toBe(true)
    await revokeApiKey(db, made.key.id)
    expect(await hasOtherReviewers(db)).toBe(false)
  })
})
