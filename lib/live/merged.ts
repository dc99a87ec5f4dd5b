/**
 * Yields the items of several sources as they arrive, until all have ended. Reads ahead at most one
 * item per source. Returning early ends the sources; if one fails, all fail.
 */
export async function* merged<Item>(
  sources: readonly AsyncGenerator<Item>[],
): AsyncGenerator<Item> {
  const next = (source: AsyncGenerator<Item>) => {
    const pending = source.next().then((result) => ({ source, result }))
    // It may reject before anybody awaits it; the next await still sees the error.
    pending.catch(() => {})
    return pending
  }
  const waiting = new Map(sources.map((source) => [source, next(source)]))
  try {
    while (waiting.size > 0) {
      const { source, result } = await Promise.race(waiting.values())
      if (result.done) {
        waiting.delete(source)
        continue
      }
      waiting.set(source, next(source))
      yield result.value
    }
  } finally {
    // A source waiting for its next item cannot be awaited: its own signal ends it.
    for (const source of waiting.keys()) source.return(undefined).catch(() => {})
  }
}
