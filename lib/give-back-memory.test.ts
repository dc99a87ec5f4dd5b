import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectGarbageWhenIdle } from './give-back-memory'

let usedMs = 0
beforeEach(() => {
  usedMs = 5_000
  vi.useFakeTimers()
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: usedMs * 1000, system: 0 }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const tenSeconds = () => vi.advanceTimersByTime(10_000)

test('memory is given back once when the process begins to rest, and again after more work', () => {
  const collect = vi.fn()
  const stop = collectGarbageWhenIdle(collect)
  usedMs += 2_000
  tenSeconds()
  expect(collect, 'at work').not.toHaveBeenCalled()
  usedMs += 100
  tenSeconds()
  expect(collect, 'at rest').toHaveBeenCalledTimes(1)
  tenSeconds()
  tenSeconds()
  expect(collect, 'still at rest').toHaveBeenCalledTimes(1)
  usedMs += 2_000
  tenSeconds()
  tenSeconds()
  expect(collect, 'at rest again').toHaveBeenCalledTimes(2)
  stop()
})

test('V8 offers what is needed', () => {
  const stop = collectGarbageWhenIdle()
  usedMs += 10
  expect(tenSeconds).not.toThrow()
  stop()
})
