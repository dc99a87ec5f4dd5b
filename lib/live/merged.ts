/**
 * What several sources yield, as it comes, until the last of them has ended. Nothing is read ahead
 * but one item of each. Ending it ends the sources; a source that fails fails it.
 */
export async function* merged<Item>(
  sources: readonly AsyncGenerator<Item>[],
): AsyncGenerator<Item> {
  const next = (source: AsyncGenerator<Item>) => {
    const pending = source.next().then((result) => ({ source, result }))
    // It may fail while nobody asks; then whoever asks next is told.
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
    // One that waits for what does not come cannot be waited for: it ends by its own signal.
    for (const source of waiting.keys()) source.return(undefined).catch(() => {})
  }
}
