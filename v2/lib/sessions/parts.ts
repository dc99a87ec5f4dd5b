import type { BetaContentBlockParam } from '@anthropic-ai/sdk/resources/beta'
import type { ContextBlock } from './conversation'
import { PARTS, type PartTokens } from './event'
import { estimatedTokens } from './tokens'

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
