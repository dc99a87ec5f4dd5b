import type { BetaRawMessageStreamEvent } from '@anthropic-ai/sdk/resources/beta'
import { newId } from '@/lib/text/ids'
import { type ModelUsage, NO_USAGE } from './event'
import { estimatedTokens } from './parts'

/**
 * An answer of the Messages API as the server-sent events that it is streamed in: for the practice
 * agent, and for the model server of the tests.
 */

/** A block of an answer. */
export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature?: string }
  | { type: 'redacted_thinking'; data: string }
  /** `json`: sent as it is, whether it is JSON or not, in the place of `input` */
  | { type: 'tool_use'; id?: string; name: string; input?: Record<string, unknown>; json?: string }

export interface FramedAnswer {
  parts: readonly AnswerPart[]
  model: string
  /** left out: `tool_use` where there are calls, else `end_turn` */
  stopReason?: string
  /** of a refusal */
  explanation?: string
  usage?: Partial<ModelUsage>
  /** what the API says that it cleared */
  appliedEdits?: readonly object[]
}

/** A server-sent event. */
export interface Frame {
  event: string
  data: object
}

/** The events of an answer, in the order of the Messages API. */
export function* messageFrames(answer: FramedAnswer): Generator<Frame> {
  const { parts, model, usage } = answer
  const counted = {
    ...NO_USAGE,
    output_tokens: estimatedTokens(parts.map(saidIn).join('')),
    ...usage,
  }
  const stop = answer.stopReason ?? (parts.some(isCall) ? 'tool_use' : 'end_turn')
  const message = {
    id: idFor('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...counted, output_tokens: 1 },
  }
  yield frame('message_start', { message })
  for (const [index, part] of parts.entries()) yield* partFrames(index, part)
  const details = { type: 'refusal', category: null, explanation: answer.explanation ?? null }
  yield frame('message_delta', {
    delta: {
      stop_reason: stop,
      stop_sequence: null,
      container: null,
      stop_details: stop === 'refusal' ? details : null,
    },
    usage: counted,
    context_management: answer.appliedEdits ? { applied_edits: answer.appliedEdits } : null,
  })
  yield frame('message_stop', {})
}

/** A frame as it is sent. */
export const writtenFrame = ({ event, data }: Frame): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

function frame(type: BetaRawMessageStreamEvent['type'], data: object): Frame {
  return { event: type, data: { type, ...data } }
}

const SIGNATURE = 'cHJhY3RpY2U='

function* partFrames(index: number, part: AnswerPart): Generator<Frame> {
  const start = (block: object) => frame('content_block_start', { index, content_block: block })
  const delta = (of: object) => frame('content_block_delta', { index, delta: of })
  switch (part.type) {
    case 'text':
      yield start({ type: 'text', text: '', citations: null })
      for (const text of pieces(part.text)) yield delta({ type: 'text_delta', text })
      break
    case 'thinking':
      yield start({ type: 'thinking', thinking: '', signature: '' })
      for (const piece of pieces(part.thinking)) {
        yield delta({ type: 'thinking_delta', thinking: piece })
      }
      yield delta({ type: 'signature_delta', signature: part.signature ?? SIGNATURE })
      break
    case 'redacted_thinking':
      yield start(part)
      break
    case 'tool_use': {
      const { id = idFor('toolu'), name } = part
      yield start({ type: 'tool_use', id, name, input: {} })
      for (const piece of ['', ...pieces(saidIn(part))]) {
        yield delta({ type: 'input_json_delta', partial_json: piece })
      }
    }
  }
  yield frame('content_block_stop', { index })
}

/** The length of a piece, in characters. */
const PIECE = 24

/** A text in pieces, none of which ends within a character. */
function* pieces(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + PIECE)
    if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to++
    yield text.slice(from, to)
    from = to
  }
}

function saidIn(part: AnswerPart): string {
  if (part.type === 'text') return part.text
  if (part.type === 'thinking') return part.thinking
  return part.type === 'tool_use' ? (part.json ?? JSON.stringify(part.input ?? {})) : ''
}

const isCall = ({ type }: AnswerPart) => type === 'tool_use'

const idFor = (prefix: 'msg' | 'toolu') => newId('sevt').replace('sevt', prefix)
