import { perProcess } from './per-process'

const end = perProcess('end of the process', () => new AbortController())

/** Aborts when the process was asked to end: streams and work stop then. */
export const ending = (): AbortSignal => end.signal

/** Says that the process ends; called once, by who ends it. */
export function beginEnding(): void {
  end.abort(new Error('the server ends'))
}
