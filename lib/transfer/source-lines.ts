import { MAX_LINE_BYTES } from './limits'
import { SourceError } from './source'

const NEWLINE = 10

/** Takes a byte-order mark off. */
const exactUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The lines of a file that are not empty, with their numbers. Only a newline ends a line: JSON may
 * hold other separators as they are, and `node:readline` would part a line at them.
 */
export async function* sourceLines(
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<{ number: number; text: string }> {
  let number = 0
  for await (const line of byteLines(bytes)) {
    number++
    const text = decoded(line, number)
    if (text.trim() !== '') yield { number, text }
  }
}

async function* byteLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)])
      parts = []
      size = 0
      from = end + 1
    }
    if (from === chunk.length) continue
    parts.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > MAX_LINE_BYTES) {
      throw new SourceError(`A line is longer than ${MAX_LINE_BYTES} bytes.`)
    }
  }
  if (size > 0) yield Buffer.concat(parts)
}

function decoded(line: Buffer, number: number): string {
  try {
    return exactUtf8.decode(line)
  } catch {
    throw new SourceError(`Line ${number} is not UTF-8.`)
  }
}
