import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { turns } from './turns'

function compute(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('several long computations take turns, one per turn of the event loop', async () => {
  let stepsThisTurn = 0
  let most = 0
  let isDone = false
  const counting = (async () => {
    while (!isDone) {
      await nextTurn()
      most = Math.max(most, stepsThisTurn)
      stepsThisTurn = 0
    }
  })()
  const work = async () => {
    const maybeYield = turns()
    for (let step = 0; step < 10; step++) {
      compute(6)
      stepsThisTurn++
      await maybeYield()
    }
  }
  await nextTurn()
  const first = work()
  await nextTurn()
  const second = work()
  await Promise.all([first, second])
  isDone = true
  await counting
  expect(most).toBeLessThanOrEqual(2)
})

test('work whose caller has left stops at its next step, with the reason', async () => {
  const leaving = new AbortController()
  const maybeYield = turns(leaving.signal)
  await maybeYield()
  leaving.abort(new Error('left'))
  await expect(maybeYield()).rejects.toThrow('left')
})
