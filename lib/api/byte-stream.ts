/**
 * Bytes as a response body, pulled as the client reads. `onLeave` is called when the client
 * disconnects.
 */
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
      // First: a generator awaiting a response sees `return()` only after that response.
      onLeave()
      await iterator.return?.()
    },
  })
}
