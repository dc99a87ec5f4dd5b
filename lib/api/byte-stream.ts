/** Bytes as the body of an answer, pulled as the other side takes them. `onLeave` hears that it has left. */
export function byteStream(
  bytes: AsyncIterable<Uint8Array>,
  onLeave: () => void = () => {},
): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      // First: a generator that waits for an answer hears of its end only after it.
      onLeave()
      await iterator.return?.()
    },
  })
}
