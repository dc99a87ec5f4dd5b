import { expect, test } from 'vitest'
import { groupOf, isFailed } from './session-groups'

const now = Date.parse('2026-07-15T12:00:00Z')
const at = (time: string) => Date.parse(time)
const idle = { status: 'idle', stopReason: { type: 'end_turn', detail: 'done' } } as const

test('what waits or runs is grouped by that, however old it is', () => {
  const updatedAt = at('2026-01-01T00:00:00Z')
  const stopReason = { type: 'requires_action' as const, eventIds: [] }
  expect(groupOf({ status: 'idle', stopReason, updatedAt }, now)).toBe('waiting')
  expect(groupOf({ status: 'running', stopReason: null, updatedAt }, now)).toBe('running')
})

test('what failed stands where it would stand, and is known to have failed', () => {
  const failed = { status: 'idle', stopReason: { type: 'retries_exhausted' } } as const
  expect(groupOf({ ...failed, updatedAt: now }, now)).toBe('today')
  expect(isFailed(failed)).toBe(true)
  expect(isFailed({ ...failed, status: 'running' })).toBe(false)
})

test('the others are grouped by their last event', () => {
  const group = (time: string) => groupOf({ ...idle, updatedAt: at(time) }, now)
  expect(group('2026-07-15T00:00:00Z')).toBe('today')
  expect(group('2026-07-14T23:59:59Z')).toBe('week')
  expect(group('2026-07-08T12:00:00Z')).toBe('week')
  expect(group('2026-07-08T11:59:59Z')).toBe('older')
})

test('an archived session asks for nothing any more', () => {
  const stopReason = { type: 'requires_action' as const, eventIds: [] }
  expect(groupOf({ status: 'terminated', stopReason, updatedAt: now }, now)).toBe('today')
})
