import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { sharedRead } from './shared-read'

/** Something to read, of which each read sees what was committed when it began. */
function readable() {
  // Only a name for what is shared.
  const db = {} as Database
  let committed = 0
  let reads = 0
  const ends: (() => void)[] = []
  return {
    commit: () => ++committed,
    ask: () =>
      sharedRead(db, 'it', async () => {
        reads++
        const seen = committed
        await new Promise<void>((resolve) => ends.push(resolve))
        return seen
      }),
    /** ends the oldest read under way */
    end: () => ends.shift()?.(),
    count: () => reads,
    isReading: () => ends.length > 0,
  }
}

test('who asks while a read is under way gets one that began afterwards', async () => {
  const { ask, commit, end } = readable()
  const first = ask()
  commit()
  const second = ask()
  end()
  expect(await first).toBe(0)
  end()
  expect(await second).toBe(1)
})

test('all who ask while a read is under way share the next', async () => {
  const { ask, end, count } = readable()
  const asked = Array.from({ length: 100 }, ask)
  end()
  await asked[0]
  end()
  await Promise.all(asked)
  expect(count()).toBe(2)
})

test('a read that fails fails for those who share it, and the next goes on', async () => {
  const db = {} as Database
  const first = sharedRead(db, 'it', () => Promise.reject(new Error('gone')))
  const second = sharedRead(db, 'it', () => Promise.resolve('there'))
  await expect(first).rejects.toThrow('gone')
  expect(await second).toBe('there')
})

test('nobody gets less than what was committed when they asked, in any order', async () => {
  const step = fc.constantFrom('ask', 'commit', 'end', 'turn')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { ask, commit, end, isReading } = readable()
      const answers: { asked: number; got: Promise<number> }[] = []
      let committed = 0
      for (const each of steps) {
        if (each === 'commit') committed = commit()
        else if (each === 'ask') answers.push({ asked: committed, got: ask() })
        else if (each === 'end') end()
        else await new Promise(setImmediate)
      }
      do {
        end()
        await new Promise(setImmediate)
      } while (isReading())
      for (const { asked, got } of answers) expect(await got).toBeGreaterThanOrEqual(asked)
    }),
  )
})
