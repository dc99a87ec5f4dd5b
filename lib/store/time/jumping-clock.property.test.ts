import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replacePerProcess } from '@/lib/per-process'
import { onBothDatabases } from '@/tests/support/databases'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { createMemory } from '../memories/change-memories'
import { STEADY_CLOCK, SteadyClock } from './stamp'
import { createStore } from '../stores/change-stores'
import { listEvents } from '../events/events'
import { listMemories } from '../memories/read-memories'
import { restoreStore } from '../undo/restore-store'
import { storeMoment } from './store-moment'

const cause = { actor: LOCAL_USER_ACTOR }
const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

interface Step {
  /** how far the clock is off for this write */
  jump: number
  /** how long after the one before */
  later: number
  /** whether the process has just been started */
  begins?: boolean
}

/** The error of the clock at one write. */
const jump = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: MINUTE, max: 30 * YEAR }) },
  { weight: 1, arbitrary: fc.integer({ min: -60 * MINUTE, max: -MINUTE }) },
  { weight: 1, arbitrary: fc.constant(-50 * YEAR) },
)
const writes = fc.array(fc.record({ jump, later: fc.integer({ min: 1, max: MINUTE }) }), {
  minLength: 1,
  maxLength: 8,
})

onBothDatabases((current) => {
  const start = Date.UTC(2027, 0, 1)
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: start }))
  afterEach(() => {
    vi.useRealTimers()
    replacePerProcess(STEADY_CLOCK, new SteadyClock())
  })

  /** As in a process that looks at its clock, and began to so long ago. */
  const clockBegins = (passed: number) => {
    const offset = Date.now() - performance.now()
    const clock = new SteadyClock(offset, performance.now() - passed)
    clock.isBelieved()
    replacePerProcess(STEADY_CLOCK, clock)
  }

  const storeWith = async (steps: readonly Step[]) => {
    vi.setSystemTime(start)
    clockBegins(6 * MINUTE)
    const { id: storeId } = await createStore(current(), { name: 'Jumping' })
    let time = start
    for (const [index, step] of steps.entries()) {
      time += step.later
      vi.advanceTimersByTime(step.later)
      vi.setSystemTime(time + step.jump)
      if (step.begins) clockBegins(0)
      await createMemory(current(), { storeId, path: `/${index}`, content: 'x', cause })
    }
    vi.setSystemTime(time)
    return { storeId, time }
  }
  const pathsAt = async (storeId: string, time: number) => {
    const whole = { storeId, directory: '', depth: 'all', limit: 100 } as const
    return (await listMemories(current(), { ...whole, at: { time } })).entries.length
  }

  test('whatever the clock said, the store as of now is its newest state', async () => {
    await fc.assert(
      fc.asyncProperty(writes, async (steps) => {
        const { storeId, time } = await storeWith(steps)
        expect(await pathsAt(storeId, time)).toBe(steps.length)
      }),
      { numRuns: 25 },
    )
  })

  test('the further back one looks, the fewer changes there are, and times follow sequences', async () => {
    await fc.assert(
      fc.asyncProperty(writes, async (steps) => {
        const { storeId, time } = await storeWith([...steps, { jump: 0, later: 1 }])
        const events = await listEvents(current(), { storeId, after: 0, limit: 100 })
        const times = events.map(({ createdAt }) => createdAt)
        expect(times).toEqual([...times].sort((one, other) => one - other))
        // Clocks of several machines may differ by this much.
        expect(times.at(-1)).toBeLessThanOrEqual(time + 10_000)
        const looked: number[] = []
        const moments = [start - 1, ...times, time].sort((one, other) => one - other)
        for (const at of moments) looked.push(await pathsAt(storeId, at))
        expect(looked).toEqual([...looked].sort((one, other) => one - other))
      }),
      { numRuns: 25 },
    )
  })

  test('one write ahead of the clock does not shift the time of the next', async () => {
    const { storeId, time } = await storeWith([
      { jump: 0, later: 1000 },
      { jump: YEAR, later: 1000 },
      { jump: 0, later: 1000 },
    ])
    const events = await listEvents(current(), { storeId, after: 0, limit: 10 })
    expect(events.map(({ createdAt }) => createdAt - start)).toEqual([1000, 1001, 3000])
    expect(events[1]?.version?.createdAt).toBe(start + 2000 + YEAR)
    expect(await storeMoment(current(), { storeId, time })).toMatchObject({
      sequence: 3,
      previous: 2,
    })
  })

  test('one write behind the clock moves no other, neither in a process that runs nor in one just started', async () => {
    const right = { jump: 0, later: MINUTE }
    const wrong = fc.record({
      jump: fc.integer({ min: -2 * 24 * 60, max: -1 }).map((minutes) => minutes * MINUTE),
      later: fc.constant(MINUTE),
      begins: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), wrong, async (before, step) => {
        const steps = [...Array.from({ length: before }, () => right), step, right, right]
        const { storeId } = await storeWith(steps)
        const events = await listEvents(current(), { storeId, after: 0, limit: 100 })
        const taken = (at: number) => (at === before ? before : at + 1)
        expect(events.map(({ createdAt }) => createdAt - start)).toEqual(
          steps.map((_, at) => taken(at) * MINUTE),
        )
      }),
      { numRuns: 15 },
    )
  })

  test('while the clock is behind, the store at an earlier time is what it was', async () => {
    const { storeId } = await storeWith([
      { jump: 0, later: MINUTE },
      { jump: 0, later: MINUTE },
    ])
    vi.setSystemTime(start - 24 * 60 * MINUTE)
    expect(await pathsAt(storeId, start + MINUTE)).toBe(1)
  })

  test('what a process just started finds ahead of its clock is put right once the clock is believed', async () => {
    const { storeId } = await storeWith([
      { jump: 0, later: MINUTE },
      { jump: YEAR, later: MINUTE },
      { jump: 0, later: MINUTE, begins: true },
      { jump: 0, later: 6 * MINUTE },
    ])
    const events = await listEvents(current(), { storeId, after: 0, limit: 10 })
    expect(events.map(({ createdAt }) => createdAt - start)).toEqual([
      MINUTE,
      MINUTE + 1,
      MINUTE + 1,
      9 * MINUTE,
    ])
  })

  test('restoring the store to now removes nothing, though its last change lies ahead', async () => {
    const { storeId, time } = await storeWith([
      { jump: 0, later: 1000 },
      { jump: YEAR, later: 1000 },
    ])
    await restoreStore(current(), { storeId, at: { time }, cause })
    expect(await pathsAt(storeId, time)).toBe(2)
  })
})
