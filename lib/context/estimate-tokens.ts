/** Bytes of UTF-8 that are about one token, over prose, code and scripts beyond Latin. */
const BYTES_A_TOKEN = 4

/** A guess at how many tokens a text is; never below what nothing is. Not a count: every face marks it as a guess. */
export function estimatedTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN)
}

/** The longest beginning of a text that is estimated at no more than so many tokens; never ends inside a character. */
export function cutToTokens(text: string, tokens: number): string {
  const bytes = Buffer.from(text)
  const limit = Math.max(0, tokens) * BYTES_A_TOKEN
  if (bytes.length <= limit) return text
  let end = limit
  // The bytes of a character that go on begin with 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end).toString('utf8')
}
