import { MAX_LINE_BYTES, MAX_LINES } from './limits'
import { SourceError } from './source'

const NEWLINE = 10

/**
 * The lines of a file with their numbers, without the newlines. Only a newline ends a line: JSON
 * may contain other separators unescaped, and `node:readline` would split at them.
 */
export async function* sourceLines(
  bytes: AsyncIterable<Buffer>,
  maybeYield: () => Promise<void>,
): AsyncGenerator<{ number: number; bytes: Buffer }> {
  let number = 0
  let parts: Buffer[] = []
  let size = 0
  const grown = (part: Buffer) => {
    size += part.length
    if (size > MAX_LINE_BYTES) {
      throw new SourceError({ code: 'line_too_long', line: number + 1, maximum: MAX_LINE_BYTES })
    }
    parts.push(part)
  }
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      grown(chunk.subarray(from, end))
      if (size > 0) yield { number: number + 1, bytes: Buffer.concat(parts, size) }
      if (++number > MAX_LINES) {
        throw new SourceError({ code: 'too_many_lines', maximum: MAX_LINES })
      }
      parts = []
      size = 0
      from = end + 1
    }
    if (from < chunk.length) grown(chunk.subarray(from))
    await maybeYield()
  }
  if (size > 0) yield { number: number + 1, bytes: Buffer.concat(parts, size) }
}
