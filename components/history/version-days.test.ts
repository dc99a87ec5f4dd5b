import { expect, test } from 'vitest'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { timelineRows } from './version-days'

const version = (ordinal: number, createdAt: number, sessionId: string | null): MemoryVersion => ({
  id: `memver_${ordinal}`,
  storeId: 'memstore_1',
  memoryId: 'mem_1',
  sequence: ordinal,
  ordinal,
  operation: 'modified',
  path: '/a.md',
  content: null,
  sha256: null,
  size: 1,
  createdAt,
  createdBy: { type: 'session', id: sessionId ?? 'nobody' },
  sessionId,
  toolUseId: null,
  client: null,
  batch: null,
  redactedAt: null,
  redactedBy: null,
  rewrittenAt: null,
  rewrittenBy: null,
})

const dayOf = (time: number) => `day ${Math.floor(time / 10)}`

test('a day is named once, at the first version of it', () => {
  const rows = timelineRows([version(3, 25, 'a'), version(2, 21, 'b'), version(1, 9, 'b')], dayOf)
  expect(rows.map(({ day }) => day)).toEqual(['day 2', null, 'day 0'])
})

test('versions of one session are joined, but not across days or to another’s', () => {
  const rows = timelineRows(
    [version(4, 29, 'a'), version(3, 25, 'a'), version(2, 21, 'b'), version(1, 9, 'b')],
    dayOf,
  )
  expect(rows.map(({ isJoined }) => isJoined)).toEqual([false, true, false, false])
})

test('each version has the one before it', () => {
  const rows = timelineRows([version(2, 9, 'a'), version(1, 8, 'a')], dayOf)
  expect(rows.map(({ before }) => before?.ordinal)).toEqual([1, undefined])
})
