/** Average bytes of UTF-8 a token, over prose, code and scripts beyond Latin. */
const BYTES_A_TOKEN = 4

// Not Node's Buffer: pages estimate, too.
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Estimates the tokens of a text; 0 only if it is empty. No count: every face says so. */
export const estimatedTokens = (text: string): number =>
  Math.ceil(encoder.encode(text).length / BYTES_A_TOKEN)

/** The longest beginning of a text within an estimated number of tokens; splits no character. */
export function cutToTokens(text: string, tokens: number): string {
  const bytes = encoder.encode(text)
  const most = Math.max(0, tokens) * BYTES_A_TOKEN
  if (bytes.length <= most) return text
  let end = most
  // The later bytes of a character begin with 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return decoder.decode(bytes.subarray(0, end))
}
