import type { BetaContentBlockParam } from '@anthropic-ai/sdk/resources/beta'
import type { ContextBlock } from './conversation'
import { PARTS, type PartTokens } from './event'

export const NO_PARTS: PartTokens = {
  system: 0,
  reminders: 0,
  memory: 0,
  messages: 0,
  other_results: 0,
}

/** The estimated size of a conversation by part, beside a system part of this size. */
export function partsOf(blocks: readonly ContextBlock[], system: number): PartTokens {
  const parts = { ...NO_PARTS, system }
  for (const { part, block } of blocks) parts[part] += estimatedTokens(textOfBlock(block))
  return parts
}

/** The words of a block, for estimates and summaries. */
export function textOfBlock(block: BetaContentBlockParam): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'thinking':
      return block.thinking
    case 'tool_use':
      return block.name + JSON.stringify(block.input)
    case 'tool_result':
      return typeof block.content === 'string' ? block.content : JSON.stringify(block.content ?? '')
    default:
      return JSON.stringify(block)
  }
}

export const sumOfParts = (parts: PartTokens): number =>
  PARTS.reduce((sum, part) => sum + parts[part], 0)

/** Parts in the same shares of a counted total; the whole numbers add up to it. */
export function scaledParts(parts: PartTokens, total: number): PartTokens {
  const sum = sumOfParts(parts)
  if (sum === 0) return { ...NO_PARTS, messages: total }
  const scaled = { ...NO_PARTS }
  let before = 0
  let given = 0
  for (const part of PARTS) {
    before += parts[part]
    const upTo = Math.round((before / sum) * total)
    scaled[part] = upTo - given
    given = upTo
  }
  return scaled
}

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
