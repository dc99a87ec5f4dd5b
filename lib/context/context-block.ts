import type { BetaContentBlockParam } from '@anthropic-ai/sdk/resources/beta'
import { estimatedTokens } from './estimate-tokens'

/** The parts of a context, as the context page shows them (agent page, "Context: three tiers"). */
export const CONTEXT_PARTS = [
  'system',
  'reminders',
  'memoryResults',
  'messages',
  'otherResults',
] as const
export type ContextPart = (typeof CONTEXT_PARTS)[number]

/** Tokens per part. */
export type PartTokens = Record<ContextPart, number>

export const NO_PARTS: PartTokens = {
  system: 0,
  reminders: 0,
  memoryResults: 0,
  messages: 0,
  otherResults: 0,
}

/** A block of a conversation, its role, and the part it counts towards. */
export interface ContextBlock {
  role: 'user' | 'assistant'
  part: Exclude<ContextPart, 'system'>
  block: BetaContentBlockParam
}

/** A message as sent; its content is always a list of blocks. */
export interface Message {
  role: 'user' | 'assistant'
  content: BetaContentBlockParam[]
}

/** Blocks as messages: consecutive blocks of one role share a message. */
export function messagesOf(blocks: readonly ContextBlock[]): Message[] {
  const messages: Message[] = []
  for (const { role, block } of blocks) {
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(block)
    else messages.push({ role, content: [block] })
  }
  return messages
}

/** The text of a block, for an estimate of its size. */
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
    case 'compaction':
      return block.content ?? ''
    default:
      return JSON.stringify(block)
  }
}

/** The estimated size of a conversation, by part. */
export function partsOf(blocks: readonly ContextBlock[], system: number): PartTokens {
  const parts = { ...NO_PARTS, system }
  for (const { part, block } of readBlocks(blocks)) {
    parts[part] += estimatedTokens(textOfBlock(block))
  }
  return parts
}

/** The blocks that the model reads: the API ignores what comes before a compaction block of its own. */
export function readBlocks(blocks: readonly ContextBlock[]): readonly ContextBlock[] {
  return blocks.slice(lastCompaction(blocks))
}

export function sumOf(parts: PartTokens): number {
  return CONTEXT_PARTS.reduce((sum, part) => sum + parts[part], 0)
}

/** Scales parts to a counted total, keeping their shares; the whole numbers add up to it. */
export function scaledTo(parts: PartTokens, total: number): PartTokens {
  const sum = sumOf(parts)
  if (sum === 0 || total <= 0) return { ...NO_PARTS, messages: Math.max(0, total) }
  const scaled = { ...NO_PARTS }
  let before = 0
  let assigned = 0
  for (const part of CONTEXT_PARTS) {
    before += parts[part]
    const until = Math.round((before / sum) * total)
    scaled[part] = until - assigned
    assigned = until
  }
  return scaled
}

function lastCompaction(blocks: readonly ContextBlock[]): number {
  return Math.max(
    0,
    blocks.findLastIndex(({ block }) => block.type === 'compaction' && Boolean(block.content)),
  )
}
