import { expect, test } from 'vitest'
import type { TestStatus } from './memory-test'
import { lastTold, notPassingSince } from './since'

const run = (status: TestStatus, sequence: number, createdAt: number, revision = 1) => ({
  id: `${status} at ${sequence}`,
  ...{ status, sequence, createdAt, revision },
})

test('a test fails since the first state after the last that passed', () => {
  const runs = [run('failed', 9, 4), run('failed', 7, 3), run('passed', 5, 2), run('failed', 2, 1)]
  const since = notPassingSince(runs, 1)
  expect([since?.first.sequence, since?.lastPass?.sequence]).toEqual([7, 5])
})

test('a run of the past tells of the past, whenever it was made', () => {
  const runs = [run('passed', 6, 9), run('failed', 9, 4), run('failed', 7, 3), run('passed', 5, 2)]
  expect(notPassingSince(runs, 1)).toMatchObject({
    first: { sequence: 7 },
    lastPass: { sequence: 6 },
  })
})

test('runs without a verdict, and those of another question, tell nothing', () => {
  const runs = [
    run('not_run', 9, 5),
    run('running', 9, 4),
    run('failed', 8, 3),
    run('passed', 5, 2),
  ]
  expect(notPassingSince(runs, 1)?.first.sequence).toBe(8)
  expect(notPassingSince(runs, 2)).toBeNull()
  expect(lastTold(runs, 1)?.id).toBe('failed at 8')
  expect(lastTold(runs, 2)).toBeNull()
})

test('a test that passes does not fail since anything', () => {
  expect(notPassingSince([run('passed', 9, 2), run('failed', 7, 1)], 1)).toBeNull()
})
