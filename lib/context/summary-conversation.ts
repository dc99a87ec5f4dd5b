import { isSummaryText } from './compaction-prompt'
import { type ContextBlock, messagesOf, type Message, textOfBlock } from './context-block'
import { estimatedTokens } from './estimate-tokens'

/**
 * A conversation as it is sent to be summarised: calls and their results as text, for the request
 * names no tools, without thinking, which only its own model may have back. What does not fit leaves
 * out what is the least loss, the oldest first: what was read from memory and other results, then
 * what the agent said, then what the person said. An earlier summary, which is all that is left of
 * what was before it, and the newest part always stay.
 */
export function summaryConversation(
  blocks: readonly ContextBlock[],
  prompt: string,
  budget: number,
): Message[] {
  // The API takes no text that is only spaces.
  const texts = blocks.flatMap(plainBlock).filter(({ text }) => text.trim() !== '')
  const fitting = withoutSaid(withoutResults(texts, budget), budget)
  return asMessages([...fitting, { role: 'user', text: prompt, kind: 'said' }])
}

interface PlainBlock {
  role: 'user' | 'assistant'
  text: string
  kind: 'summary' | 'result' | 'said'
}

const LEFT_OUT = '[Left out: it did not fit.]'

function plainBlock({ role, part, block }: ContextBlock): PlainBlock[] {
  switch (block.type) {
    case 'thinking':
    case 'redacted_thinking':
      return []
    case 'text':
      return [{ role, text: block.text, kind: kindOf(part, block.text) }]
    case 'tool_use':
      return [
        { role, text: `[Call of ${block.name}: ${JSON.stringify(block.input)}]`, kind: 'said' },
      ]
    case 'tool_result':
      return [
        {
          role,
          text: `[${block.is_error ? 'Refusal' : 'Result'} of the call]\n${textOfBlock(block)}`,
          kind: 'result',
        },
      ]
    default:
      return [{ role, text: textOfBlock(block), kind: 'said' }]
  }
}

const sizeOf = ({ text }: PlainBlock) => estimatedTokens(text)

const sumOf = (blocks: readonly PlainBlock[]) =>
  blocks.reduce((sum, block) => sum + sizeOf(block), 0)

function withoutResults(blocks: readonly PlainBlock[], budget: number): PlainBlock[] {
  let size = sumOf(blocks)
  return blocks.map((block) => {
    if (size <= budget || block.kind !== 'result' || sizeOf(block) <= estimatedTokens(LEFT_OUT)) {
      return block
    }
    size -= sizeOf(block) - estimatedTokens(LEFT_OUT)
    return { ...block, text: LEFT_OUT }
  })
}

/** Leaves out the oldest of what the agent said, then of what the person said, but for the newest part. */
function withoutSaid(blocks: readonly PlainBlock[], budget: number): PlainBlock[] {
  let size = sumOf(blocks)
  if (size <= budget) return [...blocks]
  // The word on how many takes room as well.
  const room = budget - sizeOf(leftOutNote(blocks.length))
  const left = new Set<PlainBlock>()
  for (const role of ['assistant', 'user'] as const) {
    for (const block of blocks.slice(0, -1)) {
      if (size <= room) break
      if (block.role !== role || block.kind === 'summary') continue
      left.add(block)
      size -= sizeOf(block)
    }
  }
  if (left.size === 0) return [...blocks]
  const kept = blocks.filter((block) => !left.has(block))
  const at = kept.findLastIndex(({ kind }) => kind === 'summary') + 1
  return [...kept.slice(0, at), leftOutNote(left.size), ...kept.slice(at)]
}

function leftOutNote(count: number): PlainBlock {
  const text = `[${count} older parts of the conversation are left out: they did not fit.]`
  return { role: 'user', text, kind: 'said' }
}

function kindOf(part: ContextBlock['part'], text: string): PlainBlock['kind'] {
  if (isSummaryText(text)) return 'summary'
  return part === 'memoryResults' ? 'result' : 'said'
}

/** The API wants the person to begin. */
function asMessages(blocks: readonly PlainBlock[]): Message[] {
  const first = blocks[0]?.role === 'assistant' ? [SILENCE] : []
  return messagesOf(
    [...first, ...blocks].map(({ role, text }) => ({
      role,
      part: 'messages',
      block: { type: 'text', text },
    })),
  )
}

const SILENCE: PlainBlock = { role: 'user', text: '[The conversation begins.]', kind: 'said' }
