import { setMaxListeners } from 'node:events'
import { perProcess } from './per-process'

const end = perProcess('end of the process', () => {
  const asked = new AbortController()
  // Each stream waits for it.
  setMaxListeners(0, asked.signal)
  return { asked, underWay: new Set<Promise<unknown>>() }
})

/** Aborts when the process was asked to end: streams and work stop then. */
export const ending = (): AbortSignal => end.asked.signal

/** Work that the end of the process waits a moment for, such as the answer to a call. */
export function untilDone<T>(work: Promise<T>): Promise<T> {
  end.underWay.add(work)
  return work.finally(() => end.underWay.delete(work))
}

/** Says that the process ends, and waits for what is under way, at most this long; milliseconds. */
export async function beginEnding(patience: number): Promise<void> {
  end.asked.abort(new Error('the server ends'))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)))
  await Promise.race([Promise.allSettled(end.underWay), late])
  clearTimeout(timer)
}
