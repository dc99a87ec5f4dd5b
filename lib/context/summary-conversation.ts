import { type ContextBlock, messagesOf, type Message, textOfBlock } from './context-block'
import { estimatedTokens } from './estimate-tokens'

/**
 * A conversation as it is sent to be summarised: calls and their results as text, for the request
 * names no tools, without thinking, which only its own model may have back. What does not fit loses
 * the results of its oldest calls first, for what memories hold is restored anyway; then its oldest
 * messages, with a word on how many.
 */
export function summaryConversation(
  blocks: readonly ContextBlock[],
  prompt: string,
  budget: number,
): Message[] {
  // The API takes no text that is only spaces.
  const texts = blocks.flatMap(plainBlock).filter(({ text }) => text.trim() !== '')
  const fitting = withoutOldest(withoutResults(texts, budget), budget)
  return asMessages([...fitting, { role: 'user', text: prompt, isResult: false }])
}

interface PlainBlock {
  role: 'user' | 'assistant'
  text: string
  isResult: boolean
}

const LEFT_OUT = '[Left out: it did not fit.]'

function plainBlock({ role, block }: ContextBlock): PlainBlock[] {
  switch (block.type) {
    case 'thinking':
    case 'redacted_thinking':
      return []
    case 'text':
      return [{ role, text: block.text, isResult: false }]
    case 'tool_use':
      return [
        { role, text: `[Call of ${block.name}: ${JSON.stringify(block.input)}]`, isResult: false },
      ]
    case 'tool_result':
      return [
        {
          role,
          text: `[${block.is_error ? 'Refusal' : 'Result'} of the call]\n${textOfBlock(block)}`,
          isResult: true,
        },
      ]
    default:
      return [{ role, text: textOfBlock(block), isResult: false }]
  }
}

const sizeOf = ({ text }: PlainBlock) => estimatedTokens(text)

const sumOf = (blocks: readonly PlainBlock[]) =>
  blocks.reduce((sum, block) => sum + sizeOf(block), 0)

function withoutResults(blocks: readonly PlainBlock[], budget: number): PlainBlock[] {
  let size = sumOf(blocks)
  return blocks.map((block) => {
    if (size <= budget || !block.isResult || sizeOf(block) <= estimatedTokens(LEFT_OUT)) {
      return block
    }
    size -= sizeOf(block) - estimatedTokens(LEFT_OUT)
    return { ...block, text: LEFT_OUT }
  })
}

function withoutOldest(blocks: readonly PlainBlock[], budget: number): PlainBlock[] {
  let size = sumOf(blocks)
  if (size <= budget) return [...blocks]
  // The word on how many takes room as well.
  const room = budget - sizeOf(leftOutNote(blocks.length))
  let from = 0
  for (; size > room && from < blocks.length - 1; from++) size -= sizeOf(blocks[from] as PlainBlock)
  return from === 0 ? [...blocks] : [leftOutNote(from), ...blocks.slice(from)]
}

function leftOutNote(count: number): PlainBlock {
  const text = `[The oldest ${count} parts of the conversation are left out: they did not fit.]`
  return { role: 'user', text, isResult: false }
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

const SILENCE: PlainBlock = { role: 'user', text: '[The conversation begins.]', isResult: false }
