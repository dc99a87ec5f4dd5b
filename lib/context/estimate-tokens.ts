/** Average bytes of UTF-8 per token, over prose, code and scripts beyond Latin. */
const BYTES_PER_TOKEN = 4

// Not Node's Buffer: pages estimate, too.
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Estimates the tokens of a text; 0 only if it is empty. Not a count: every face labels it as an
 * estimate.
 */
export function estimatedTokens(text: string): number {
  return estimatedTokensOf(encoder.encode(text).length)
}

/** Estimates the tokens of so many bytes of UTF-8. */
export function estimatedTokensOf(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/** The longest prefix of a text within an estimated number of tokens; never splits a character. */
export function cutToTokens(text: string, tokens: number): string {
  const bytes = encoder.encode(text)
  const limit = Math.max(0, tokens) * BYTES_PER_TOKEN
  if (bytes.length <= limit) return text
  let end = limit
  // UTF-8 continuation bytes begin with 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return decoder.decode(bytes.subarray(0, end))
}
