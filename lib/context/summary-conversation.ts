import { isSummaryText } from './compaction-prompt'
import { type ContextBlock, messagesOf, type Message, textOfBlock } from './context-block'
import { estimatedTokens } from './estimate-tokens'

/**
 * A conversation as sent for a summary: calls and results as text, as the request has no tools; no
 * thinking, which only its own model may receive. If it is too long, the least valuable goes first,
 * oldest first: memory results and other results, then the agent's text, then the person's. An
 * earlier summary, all that remains of what came before it, and the newest part always stay.
 */
export function summaryConversation(
  blocks: readonly ContextBlock[],
  prompt: string,
  budget: number,
): Message[] {
  // The API rejects blank text.
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

/** Drops the agent's oldest text, then the person's, but never the newest part. */
function withoutSaid(blocks: readonly PlainBlock[], budget: number): PlainBlock[] {
  let size = sumOf(blocks)
  if (size <= budget) return [...blocks]
  // The note with their number takes room too.
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

/** The API requires the person to begin. */
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
