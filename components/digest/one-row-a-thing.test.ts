import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { precisionOf } from '@/lib/review/model/metrics'
import { foundThings } from './found-things'
import { oncePerMemory } from './once-per-memory'

const t = createTranslator({ locale: 'en', messages: messagesOf('en') })

test('what two rules find under the same name is one row with the figures of both', () => {
  const found = (
    rule: 'aws_access_key_id' | 'aws_secret_key' | 'email_address',
    raised: number,
  ) => ({
    rule,
    raised,
    right: 1,
    wrong: 1,
    precision: precisionOf(1, 1),
  })
  const things = foundThings(t, [
    found('email_address', 4),
    found('aws_access_key_id', 3),
    found('aws_secret_key', 2),
  ])
  expect(things.map(({ raised, right, wrong }) => [raised, right, wrong])).toEqual([
    [5, 2, 2],
    [4, 1, 1],
  ])
  expect(things[0]?.precision).toEqual(precisionOf(2, 2))
})

test('hunks of one memory are one row with their number, as of the newest', () => {
  const row = (path: string | null, at: number) => ({
    changesetId: 'chgset_1',
    storeId: 'memstore_1',
    actor: { type: 'session' as const, id: 'sesn_1' },
    path,
    isDeleted: false,
    at,
  })
  const rows = oncePerMemory([row('/a', 5), row('/b', 4), row('/a', 3), row(null, 2), row(null, 1)])
  expect(rows.map(({ path, at, times }) => [path, at, times])).toEqual([
    ['/a', 5, 2],
    ['/b', 4, 1],
    [null, 2, 1],
    [null, 1, 1],
  ])
})
