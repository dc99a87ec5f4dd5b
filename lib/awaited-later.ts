/**
 * Returns a promise that somebody awaits later, or nobody does, if something else fails before: its
 * rejection reaches who awaits it, and if nobody does, it does not end the process as unhandled.
 */
export function awaitedLater<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined)
  return promise
}
