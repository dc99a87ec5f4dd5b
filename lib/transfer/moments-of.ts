import { turns } from '@/lib/turns'
import { MAX_READING_MS } from './limits'
import { type Source, SourceError, type SourceMoment } from './source'

/**
 * A source's moments. Reading is limited in time, yields to other work, and ends with the signal's
 * reason once the caller disconnects.
 */
export function momentsOf(source: Source, signal: AbortSignal): AsyncGenerator<SourceMoment> {
  return withinTime((ownSignal) => source.moments(ownSignal), signal)
}

/**
 * A reader's items, as long as reading takes no more than `limit` milliseconds; the time the
 * consumer spends between two reads is not counted. Throws `SourceError`.
 */
export async function* withinTime<Item>(
  read: (signal: AbortSignal) => AsyncIterable<Item>,
  signal: AbortSignal,
  limit = MAX_READING_MS,
): AsyncGenerator<Item> {
  signal.throwIfAborted()
  const own = new AbortController()
  const maybeYield = turns(own.signal)
  const stop = () => own.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const tooLong = () => {
    const seconds = Math.ceil(limit / 1000)
    own.abort(new SourceError({ code: 'took_too_long', seconds }))
  }
  let left = limit
  const iterator = read(own.signal)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const began = performance.now()
      const timer = setTimeout(tooLong, left)
      try {
        await maybeYield()
        const next = await iterator.next()
        own.signal.throwIfAborted()
        if (next.done) return
        left -= performance.now() - began
        if (left <= 0) tooLong()
        clearTimeout(timer)
        yield next.value
      } finally {
        clearTimeout(timer)
      }
    }
  } catch (error) {
    // Whatever error the aborted read gave, this is the reason.
    own.signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await iterator.return?.()
  }
}
