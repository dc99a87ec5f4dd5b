import type { Clearing, ThinkingClearing, ToolUseClearing } from './context-settings'
import { type ContextBlock, partsOf, sumOf, textOfBlock } from './context-block'
import { estimatedTokens } from './estimate-tokens'

/**
 * A clearing before a request, and who did it; tokens are the API's count, or an estimate if we
 * cleared.
 */
export type AppliedEdit = { by: 'api' | 'palimpsest'; clearedTokens: number } & (
  | { type: 'clear_tool_uses_20250919'; clearedToolUses: number }
  | { type: 'clear_thinking_20251015'; clearedThinkingTurns: number }
)

export interface Cleared {
  blocks: ContextBlock[]
  applied: AppliedEdit[]
}

/** Replaces a cleared result. */
export const CLEARED_RESULT =
  '[This result was cleared to make room. Make the call again if you need it.]'

/**
 * Clears a conversation as the API's `context_management` does, for servers without it (api-facts
 * F.1): thinking first, then the results of the oldest calls. The log keeps everything; this is a
 * view of it, rebuilt for each request. `system`: estimated tokens outside the conversation.
 */
export function clearContext(
  blocks: readonly ContextBlock[],
  { thinking, toolUses }: Pick<Clearing, 'thinking' | 'toolUses'>,
  system: number,
): Cleared {
  const first = thinking ? clearThinking(blocks, thinking) : unchanged(blocks)
  // The trigger applies to the request as it would have been.
  const size = sumOf(partsOf(blocks, system))
  const second = toolUses ? clearToolUses(first.blocks, toolUses, size) : unchanged(first.blocks)
  return { blocks: second.blocks, applied: [...first.applied, ...second.applied] }
}

const unchanged = (blocks: readonly ContextBlock[]): Cleared => ({
  blocks: [...blocks],
  applied: [],
})

/** Keeps the thinking of the newest turns that have some. A turn is one answer of the model. */
export function clearThinking(
  blocks: readonly ContextBlock[],
  { keep }: ThinkingClearing,
): Cleared {
  if (keep === 'all') return unchanged(blocks)
  const turnOf = answerNumbers(blocks)
  const turns = [...new Set(blocks.flatMap((each, at) => (isThinking(each) ? [turnOf[at]] : [])))]
  const cleared = new Set(turns.slice(0, Math.max(0, turns.length - keep)))
  if (cleared.size === 0) return unchanged(blocks)
  const isCleared = (each: ContextBlock, at: number) =>
    isThinking(each) && cleared.has(turnOf[at] ?? -1)
  return {
    blocks: blocks.filter((each, at) => !isCleared(each, at)),
    applied: [
      {
        by: 'palimpsest',
        type: 'clear_thinking_20251015',
        clearedThinkingTurns: cleared.size,
        clearedTokens: tokensOf(blocks.filter(isCleared)),
      },
    ],
  }
}

/** Replaces the results of the oldest calls once the request reaches the trigger. */
export function clearToolUses(
  blocks: readonly ContextBlock[],
  edit: ToolUseClearing,
  size: number,
): Cleared {
  const calls = blocks.flatMap(({ block }) => (block.type === 'tool_use' ? [block] : []))
  const reached = edit.trigger.type === 'tool_uses' ? calls.length : size
  if (reached < edit.trigger.value) return unchanged(blocks)
  const excluded = new Set(edit.excludeTools)
  const unread = unreadResults(blocks)
  const older = calls
    .slice(0, Math.max(0, calls.length - edit.keep))
    .filter(({ id }) => !unread.has(id))
  const names = new Map(
    older.filter(({ name }) => !excluded.has(name)).map(({ id, name }) => [id, name]),
  )
  const results = new Set<string>()
  let saved = 0
  const next = blocks.map((each): ContextBlock => {
    const { block } = each
    if (block.type === 'tool_result' && names.has(block.tool_use_id)) {
      if (block.content === CLEARED_RESULT) return each
      results.add(block.tool_use_id)
      saved += estimatedTokens(textOfBlock(block)) - estimatedTokens(CLEARED_RESULT)
      return { ...each, block: { ...block, content: CLEARED_RESULT } }
    }
    if (block.type === 'tool_use' && names.has(block.id) && losesInput(edit, block.name)) {
      saved += estimatedTokens(JSON.stringify(block.input)) - 1
      return { ...each, block: { ...block, input: {} } }
    }
    return each
  })
  if (results.size === 0 || saved < (edit.clearAtLeast ?? 0)) return unchanged(blocks)
  return {
    blocks: next,
    applied: [
      {
        by: 'palimpsest',
        type: 'clear_tool_uses_20250919',
        clearedToolUses: results.size,
        clearedTokens: Math.max(0, saved),
      },
    ],
  }
}

/** The results that the model has not read yet: those after its last output. */
function unreadResults(blocks: readonly ContextBlock[]): Set<string> {
  const last = blocks.findLastIndex(({ role }) => role === 'assistant')
  return new Set(
    blocks
      .slice(last + 1)
      .flatMap(({ block }) => (block.type === 'tool_result' ? [block.tool_use_id] : [])),
  )
}

function losesInput({ clearToolInputs }: ToolUseClearing, name: string): boolean {
  return typeof clearToolInputs === 'boolean' ? clearToolInputs : clearToolInputs.includes(name)
}

const isThinking = ({ block }: ContextBlock) =>
  block.type === 'thinking' || block.type === 'redacted_thinking'

/** For each block, the number of the model's answer that it belongs to. */
function answerNumbers(blocks: readonly ContextBlock[]): number[] {
  let turn = 0
  let wasAnswer = false
  return blocks.map(({ role }) => {
    const isAnswer = role === 'assistant'
    if (isAnswer && !wasAnswer) turn++
    wasAnswer = isAnswer
    return turn
  })
}

function tokensOf(blocks: readonly ContextBlock[]): number {
  return blocks.reduce((sum, { block }) => sum + estimatedTokens(textOfBlock(block)), 0)
}
