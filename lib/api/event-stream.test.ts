import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '@/lib/log'
import { eventStream, type ServerSentEvent, TooSlowError } from './event-stream'

/** Shutdown listeners; `lib/shutdown` itself can begin only one shutdown a process. */
const shutdown = vi.hoisted(() => ({ isBegun: false, listeners: new Set<() => void>() }))
vi.mock('@/lib/shutdown', () => ({
  onShutdown: (listener: () => void) => {
    if (shutdown.isBegun) listener()
    else shutdown.listeners.add(listener)
    return () => shutdown.listeners.delete(listener)
  },
}))

const event = (id: number): ServerSentEvent => ({ id, event: 'memory.created', data: { id } })

/** A source of queued events that records whether its clean-up ran. */
function source(events: readonly ServerSentEvent[], thenFail?: Error) {
  const state = { taken: 0, isCleanedUp: false, signal: new AbortController().signal }
  async function* read(signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    state.signal = signal
    try {
      for (const each of events) {
        state.taken++
        yield each
      }
      if (thenFail) throw thenFail
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    } finally {
      state.isCleanedUp = true
    }
  }
  return { state, read }
}

const decoder = new TextDecoder()
const readerOf = (response: Response) => {
  const reader = response.body?.getReader()
  if (!reader) throw new Error('there is no body')
  const next = async () => {
    const { done, value } = await reader.read()
    return done ? null : decoder.decode(value)
  }
  return { next, cancel: () => reader.cancel() }
}

describe('a stream of events', () => {
  const gone = () => new AbortController()
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    expect([vi.getTimerCount(), shutdown.listeners.size]).toEqual([0, 0])
    shutdown.isBegun = false
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test('announces itself at once, then sends numbered events', async () => {
    const { read } = source([event(1), event(2)])
    const response = eventStream(gone().signal, 'req_1', read)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'request-id': 'req_1',
      'x-content-type-options': 'nosniff',
    })
    const reader = readerOf(response)
    expect(await reader.next()).toBe(': listening\n\n')
    expect(await reader.next()).toBe('id: 1\nevent: memory.created\ndata: {"id":1}\n\n')
    expect(await reader.next()).toBe('id: 2\nevent: memory.created\ndata: {"id":2}\n\n')
    await reader.cancel()
  })

  test('sends a heartbeat every fifteen seconds', async () => {
    const { read } = source([])
    const reader = readerOf(eventStream(gone().signal, 'req_1', read))
    await reader.next()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await reader.next()).toBe(': still here\n\n')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await reader.next()).toBe(': still here\n\n')
    await reader.cancel()
  })

  test("reads no further ahead than the listener's buffer", async () => {
    const { state, read } = source(Array.from({ length: 1000 }, (_, index) => event(index)))
    const reader = readerOf(eventStream(gone().signal, 'req_1', read))
    await vi.advanceTimersByTimeAsync(1)
    expect(state.taken).toBeLessThanOrEqual(17)
    await reader.cancel()
  })

  test('cuts off a listener that takes nothing for thirty seconds while events wait', async () => {
    const { state, read } = source(Array.from({ length: 1000 }, (_, index) => event(index)))
    const reader = readerOf(eventStream(gone().signal, 'req_1', read))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(state.isCleanedUp).toBe(false)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(state.isCleanedUp).toBe(true)
    await expect(reader.next()).rejects.toThrow(TooSlowError)
  })

  test('keeps a listener that is up to date, however long nothing happens', async () => {
    const { state, read } = source([event(1)])
    const reader = readerOf(eventStream(gone().signal, 'req_1', read))
    await reader.next()
    await reader.next()
    for (let minutes = 0; minutes < 10; minutes++) {
      for (let beats = 0; beats < 4; beats++) {
        await vi.advanceTimersByTimeAsync(15_000)
        expect(await reader.next()).toBe(': still here\n\n')
      }
    }
    expect(state.isCleanedUp).toBe(false)
    await reader.cancel()
  })

  test('releases everything when the listener leaves', async () => {
    const { state, read } = source([event(1)])
    const reader = readerOf(eventStream(gone().signal, 'req_1', read))
    await reader.next()
    await reader.cancel()
    await vi.advanceTimersByTimeAsync(0)
    expect([state.isCleanedUp, state.signal.aborted]).toEqual([true, true])
  })

  test('releases everything when the connection is lost', async () => {
    const connection = gone()
    const { state, read } = source([event(1)])
    const reader = readerOf(eventStream(connection.signal, 'req_1', read))
    await reader.next()
    await reader.next()
    connection.abort()
    expect(await reader.next()).toBeNull()
    expect(state.isCleanedUp).toBe(true)
  })

  test('ends at once if the connection is already lost', async () => {
    const { state, read } = source([event(1)])
    const reader = readerOf(eventStream(AbortSignal.abort(), 'req_1', read))
    expect(await reader.next()).toBe(': listening\n\n')
    expect(await reader.next()).toBeNull()
    expect(state.taken).toBe(0)
  })

  test('ends with its events', async () => {
    async function* read(): AsyncGenerator<ServerSentEvent> {
      yield event(1)
    }
    const reader = readerOf(eventStream(gone().signal, 'req_1', read))
    await reader.next()
    await reader.next()
    expect(await reader.next()).toBeNull()
  })

  test('announces the shutdown of the server, and ends', async () => {
    const { state, read } = source([])
    const reader = readerOf(eventStream(gone().signal, 'req_1', read))
    await reader.next()
    for (const listener of [...shutdown.listeners]) listener()
    expect(await reader.next()).toBe('event: close\ndata: {"reason":"shutdown"}\n\n')
    expect(await reader.next()).toBeNull()
    expect(state.signal.aborted).toBe(true)
  })

  test('requested during a shutdown announces it, and ends', async () => {
    shutdown.isBegun = true
    const { read } = source([])
    const reader = readerOf(eventStream(gone().signal, 'req_1', read))
    expect(await reader.next()).toBe(': listening\n\n')
    expect(await reader.next()).toBe('event: close\ndata: {"reason":"shutdown"}\n\n')
    expect(await reader.next()).toBeNull()
  })

  test('breaks off when its events fail, and logs no detail of the failure', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
    const { read } = source([event(1)], new Error('sk-secret'))
    const reader = readerOf(eventStream(gone().signal, 'req_1', read))
    const heard: unknown[] = []
    await expect(
      (async () => {
        for (;;) heard.push(await reader.next())
      })(),
    ).rejects.toThrow('sk-secret')
    expect(logged.mock.calls).toEqual([['an event stream failed', { request: 'req_1' }]])
  })
})
