import { estimatedTokens } from '@/lib/context/estimate-tokens'
import type { BetaMessage, BetaRawMessageStreamEvent } from '@anthropic-ai/sdk/resources/beta'
import { newId } from '@/lib/text/prefixed-id'

/**
 * Answers of the Messages API, whole or as a stream of server-sent events. The practice agent and
 * the tests' scripted model server both use it, so streaming is written once.
 */

/** The content of an answer. */
export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature?: string }
  /** `json` is sent verbatim, valid or not; defaults to `input` as JSON */
  | { type: 'tool_use'; id?: string; name: string; input?: Record<string, unknown>; json?: string }
  /** the API's own summary of what came before; null: it failed */
  | { type: 'compaction'; content: string | null; encrypted_content?: string | null }

export interface Answer {
  parts: readonly AnswerPart[]
  model: string
  /** default: `tool_use` if the answer ends with a call, else `end_turn` */
  stopReason?: string | undefined
  /** for a refusal */
  explanation?: string | undefined
  usage?: (Partial<AnswerUsage> & { iterations?: readonly object[] }) | undefined
  /** the clearings that the API reports */
  appliedEdits?: readonly object[] | undefined
}

export interface AnswerUsage {
  input_tokens: number
  output_tokens: number
  cache_read_input_tokens: number
  cache_creation_input_tokens: number
}

/** One event of the stream, as sent. */
export interface Frame {
  event: string
  data: unknown
}

/** Approximate length of a text chunk, in characters. */
const PIECE = 24

/** The events of an answer, in the Messages API's order (streaming): start, blocks, delta, stop. */
export function* messageFrames(answer: Answer): Generator<Frame> {
  const usage = usageOf(answer)
  yield frame({
    type: 'message_start',
    message: messageShell(answer, { ...usage, output_tokens: 1 }),
  })
  for (const [index, part] of answer.parts.entries()) yield* partFrames(index, part)
  yield frame({
    type: 'message_delta',
    delta: {
      stop_reason: stopReasonOf(answer),
      stop_sequence: null,
      stop_details: stopDetailsOf(answer),
      container: null,
    },
    usage,
    context_management: answer.appliedEdits ? { applied_edits: answer.appliedEdits } : null,
  })
  yield frame({ type: 'message_stop' })
}

/** The same answer, not streamed. */
export function wholeMessage(answer: Answer): unknown {
  return {
    ...messageShell(answer, usageOf(answer)),
    content: answer.parts.map((part) =>
      part.type === 'tool_use'
        ? { type: 'tool_use', id: part.id ?? toolUseId(), name: part.name, input: part.input ?? {} }
        : part.type === 'thinking'
          ? { ...part, signature: part.signature ?? SIGNATURE }
          : part,
    ),
    stop_reason: stopReasonOf(answer),
    stop_details: stopDetailsOf(answer),
  }
}

/** A frame as sent over the wire. */
export function writtenFrame({ event, data }: Frame): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

const SIGNATURE = 'cHJhY3RpY2U='

function frame(data: { type: BetaRawMessageStreamEvent['type']; [key: string]: unknown }): Frame {
  return { event: data.type, data }
}

function* partFrames(index: number, part: AnswerPart): Generator<Frame> {
  const delta = (data: object) => frame({ type: 'content_block_delta', index, delta: data })
  const start = (block: object) =>
    frame({ type: 'content_block_start', index, content_block: block })
  switch (part.type) {
    case 'text':
      yield start({ type: 'text', text: '', citations: null })
      for (const text of pieces(part.text)) yield delta({ type: 'text_delta', text })
      break
    case 'thinking':
      yield start({ type: 'thinking', thinking: '', signature: '' })
      for (const thinking of pieces(part.thinking))
        yield delta({ type: 'thinking_delta', thinking })
      yield delta({ type: 'signature_delta', signature: part.signature ?? SIGNATURE })
      break
    case 'compaction': {
      const { content, encrypted_content = null } = part
      yield start({ type: 'compaction', content: null, encrypted_content: null })
      yield delta({ type: 'compaction_delta', content, encrypted_content })
      break
    }
    case 'tool_use': {
      const id = part.id ?? toolUseId()
      yield start({ type: 'tool_use', id, name: part.name, input: {} })
      const json = part.json ?? JSON.stringify(part.input ?? {})
      for (const piece of ['', ...pieces(json)]) {
        yield delta({ type: 'input_json_delta', partial_json: piece })
      }
    }
  }
  yield frame({ type: 'content_block_stop', index })
}

/** Chunks that never split a character. */
function* pieces(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + PIECE)
    if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to++
    yield text.slice(from, to)
    from = to
  }
}

function messageShell(answer: Answer, usage: AnswerUsage): Partial<BetaMessage> & object {
  return {
    id: newId('sevt').replace('sevt', 'msg'),
    type: 'message',
    role: 'assistant',
    model: answer.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usage as BetaMessage['usage'],
  }
}

function toolUseId(): string {
  return newId('sevt').replace('sevt', 'toolu')
}

function stopReasonOf(answer: Answer): string {
  const calls = answer.parts.some((part) => part.type === 'tool_use')
  return answer.stopReason ?? (calls ? 'tool_use' : 'end_turn')
}

function stopDetailsOf(answer: Answer) {
  if (stopReasonOf(answer) !== 'refusal') return null
  return { type: 'refusal', category: null, explanation: answer.explanation ?? null }
}

function usageOf(answer: Answer): AnswerUsage {
  const said = answer.parts.map((part) => {
    if (part.type === 'text') return part.text
    if (part.type === 'compaction') return part.content ?? ''
    return part.type === 'thinking'
      ? part.thinking
      : (part.json ?? JSON.stringify(part.input ?? {}))
  })
  return {
    input_tokens: 0,
    output_tokens: estimatedTokens(said.join('')),
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    ...answer.usage,
  }
}
