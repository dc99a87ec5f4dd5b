import { expect, test } from 'vitest'
import { dialectOf } from './dialect'

test.each([
  [undefined, 'current'],
  ['', 'current'],
  ['agent-memory-2026-07-22', 'current'],
  ['managed-agents-2026-04-01', 'preview'],
  ['files-api-2025-04-14, managed-agents-2026-04-01', 'preview'],
  ['managed-agents-2026-04-01,agent-memory-2026-07-22', 'current'],
  ['agent-memory-2026-07-22 , managed-agents-2026-04-01', 'current'],
  ['managed-agents-2026-04-011', 'current'],
])('with anthropic-beta %j the dialect is the %s', (beta, dialect) => {
  const headers = new Headers(beta === undefined ? {} : { 'anthropic-beta': beta })
  expect(dialectOf(headers)).toBe(dialect)
})

test('several headers count as one', () => {
  const headers = new Headers([
    ['anthropic-beta', 'managed-agents-2026-04-01'],
    ['anthropic-beta', 'agent-memory-2026-07-22'],
  ])
  expect(dialectOf(headers)).toBe('current')
})
