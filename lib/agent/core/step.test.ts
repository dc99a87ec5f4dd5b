import { expect, test } from 'vitest'
import type { NewEvent } from './append-events'
import { runStep, type Step } from './step'

const running: NewEvent = { type: 'session.status_running' }

const storedAs = (events: readonly NewEvent[]) =>
  events.map((event, index) => ({ ...event, id: `e${index}`, sequence: 1, createdAt: 0 }))

test('a step resumes with its events only once they are stored', async () => {
  const order: string[] = []
  async function* step(): Step<string> {
    order.push('begun')
    const [stored] = yield [running]
    order.push(`goes on with ${stored?.id}`)
    return 'done'
  }
  const append = async (events: readonly NewEvent[]) => {
    await new Promise((resolve) => setImmediate(resolve))
    order.push('stored')
    return storedAs(events)
  }
  expect(await runStep(step(), append)).toBe('done')
  expect(order).toEqual(['begun', 'stored', 'goes on with e0'])
})

test('a failed store is thrown at the yield, and what the step then yields is stored', async () => {
  const stored: NewEvent[] = []
  async function* step(): Step<void> {
    try {
      yield [running]
    } catch {
      yield [{ type: 'user.interrupt' }]
    }
  }
  const append = async (events: readonly NewEvent[]) => {
    if (events.includes(running)) throw new Error('refused')
    stored.push(...events)
    return storedAs(events)
  }
  await runStep(step(), append)
  expect(stored).toEqual([{ type: 'user.interrupt' }])
})

test('an error that a step does not catch ends it, after its cleanup', async () => {
  let isClosed = false
  async function* step(): Step<void> {
    try {
      yield [running]
    } finally {
      isClosed = true
    }
  }
  const refuse = () => Promise.reject(new Error('refused'))
  await expect(runStep(step(), refuse)).rejects.toThrow('refused')
  expect(isClosed).toBe(true)
})
