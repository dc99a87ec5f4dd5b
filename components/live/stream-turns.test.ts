import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StreamTurns } from './stream-turns'

const opened: StreamTurns[] = []

afterEach(() => {
  vi.useRealTimers()
  for (const each of opened.splice(0)) each.close()
})

/** The turns of one stream, and what it does once its own is over. */
function stream() {
  const onOver = vi.fn<() => void>(() => turns.end())
  const turns = new StreamTurns(onOver)
  opened.push(turns)
  return { turns, onOver }
}

/** A moment after the last: streams that begin within a millisecond have no order that is known. */
const begun = (each: ReturnType<typeof stream>) => {
  now += 1
  vi.setSystemTime(now)
  each.turns.begin()
}
let now = 0

beforeEach(() => {
  now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
})

test('of many streams that begin at once the last four are held; one that rested begins as the newest', async () => {
  const [first, second, ...others] = Array.from({ length: 6 }, stream)
  if (!first || !second) throw new Error('too few')
  for (const each of [first, second, ...others]) begun(each)
  await vi.waitFor(() => {
    expect(first.onOver).toHaveBeenCalledOnce()
    expect(second.onOver).toHaveBeenCalledOnce()
  })
  for (const { onOver } of others) expect(onOver).not.toHaveBeenCalled()
  begun(first)
  await vi.waitFor(() => expect(others[0]?.onOver).toHaveBeenCalledOnce())
  for (const { onOver } of [first, second]) expect(onOver).toHaveBeenCalledOnce()
  for (const { onOver } of others.slice(1)) expect(onOver).not.toHaveBeenCalled()
})

test('a window that goes from page to page leaves the others their streams: what ended counts no more', async () => {
  const heard = vi.fn<() => void>()
  const observer = new BroadcastChannel('palimpsest:streams')
  observer.onmessage = () => heard()
  const first = stream()
  begun(first)
  for (let page = 0; page < 5; page++) {
    const each = stream()
    begun(each)
    each.turns.end()
  }
  for (const each of Array.from({ length: 3 }, stream)) begun(each)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1 + 5 * 2 + 3))
  observer.close()
  expect(first.onOver).not.toHaveBeenCalled()
  begun(stream())
  await vi.waitFor(() => expect(first.onOver).toHaveBeenCalledOnce())
})
