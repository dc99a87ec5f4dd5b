import { expect, test } from 'vitest'
import { OneAtATime } from './one-at-a-time'

/** A worker whose turns end when they are told to. */
function worker() {
  const ends: (() => void)[] = []
  const turns = new OneAtATime(() => new Promise((resolve) => ends.push(resolve)), 1)
  const begun = (count: number) => expect.poll(() => ends.length).toBe(count)
  return { turns, begun, end: (turn: number) => ends[turn]?.() }
}

test('woken often during a turn, it takes one more', async () => {
  const { turns, begun, end } = worker()
  turns.wake()
  await begun(1)
  for (let times = 0; times < 50; times++) turns.wake()
  end(0)
  await begun(2)
  end(1)
  turns.wake()
  await begun(3)
  end(2)
  await turns.end()
})

test('ended, it waits for its turn and takes no other', async () => {
  const { turns, begun, end } = worker()
  turns.wake()
  await begun(1)
  turns.wake()
  const ended = turns.end()
  end(0)
  await ended
  turns.wake()
  await begun(1)
})

test('woken again and again, it waits for a rest, but not for long', async () => {
  const woken = performance.now()
  let begun: number | null = null
  const turns = new OneAtATime(
    async () => {
      begun ??= performance.now()
    },
    60,
    200,
  )
  turns.wake()
  const waking = setInterval(() => turns.wake(), 10)
  await expect.poll(() => begun).not.toBeNull()
  const waited = (begun ?? 0) - woken
  clearInterval(waking)
  await turns.end()
  expect(waited).toBeGreaterThanOrEqual(190)
})
