import type { BetaRawMessageStreamEvent } from '@anthropic-ai/sdk/resources/beta'
import { newId } from '@/lib/text/prefixed-id'
import { type ModelUsage, NO_USAGE } from '../session-event'
import type { previewsOf } from './previews'

/** A block of an answer as it came, whole or in part. */
export type AnswerBlock = { eventId: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'thinking'; thinking: string; signature: string; redacted: string | null }
  | { kind: 'tool_use'; modelToolUseId: string; name: string; json: string }
)

/**
 * Gathers an answer from its stream and shows it as it comes. Keeps what there is when the stream
 * breaks, and the text of tool inputs that are no JSON, which the SDK gives up on.
 */
export class AnswerCollector {
  readonly blocks = new Map<number, AnswerBlock>()
  usage: ModelUsage = NO_USAGE
  stopReason: string | null = null
  refusal: string | null = null
  model: string | null = null
  /** whether the stream came to its end */
  isWhole = false

  constructor(private readonly previews: ReturnType<typeof previewsOf>) {}

  take(event: BetaRawMessageStreamEvent): void {
    switch (event.type) {
      case 'message_start':
        this.model = event.message.model
        this.addUsage(event.message.usage)
        return
      case 'content_block_start':
        this.begin(event.index, event.content_block)
        return
      case 'content_block_delta':
        this.add(event.index, event.delta)
        return
      case 'message_delta':
        this.stopReason = event.delta.stop_reason
        this.refusal = event.delta.stop_details?.explanation ?? null
        this.addUsage(event.usage)
        return
      case 'message_stop':
        this.isWhole = true
        return
      default:
    }
  }

  /** All that it said as text, so far. */
  get text(): string {
    return [...this.blocks.values()]
      .flatMap((block) => (block.kind === 'text' ? [block.text] : []))
      .join('\n\n')
  }

  private begin(
    index: number,
    block: Extract<BetaRawMessageStreamEvent, { type: 'content_block_start' }>['content_block'],
  ): void {
    const eventId = newId('sevt')
    if (block.type === 'text') {
      this.blocks.set(index, { eventId, kind: 'text', text: block.text })
      this.previews.begin({ eventId, type: 'agent.message', name: null, text: block.text })
    } else if (block.type === 'thinking') {
      const { thinking, signature } = block
      this.blocks.set(index, { eventId, kind: 'thinking', thinking, signature, redacted: null })
      this.previews.begin({ eventId, type: 'agent.thinking', name: null, text: thinking })
    } else if (block.type === 'redacted_thinking') {
      const redacted = block.data
      this.blocks.set(index, { eventId, kind: 'thinking', thinking: '', signature: '', redacted })
    } else if (block.type === 'tool_use') {
      const { id, name } = block
      this.blocks.set(index, { eventId, kind: 'tool_use', modelToolUseId: id, name, json: '' })
      this.previews.begin({ eventId, type: 'agent.tool_use', name, text: '' })
    }
  }

  private add(
    index: number,
    delta: Extract<BetaRawMessageStreamEvent, { type: 'content_block_delta' }>['delta'],
  ): void {
    const block = this.blocks.get(index)
    if (!block) return
    if (delta.type === 'text_delta' && block.kind === 'text') {
      block.text += delta.text
      this.previews.add(block.eventId, delta.text)
    } else if (delta.type === 'thinking_delta' && block.kind === 'thinking') {
      block.thinking += delta.thinking
      this.previews.add(block.eventId, delta.thinking)
    } else if (delta.type === 'signature_delta' && block.kind === 'thinking') {
      block.signature += delta.signature
    } else if (delta.type === 'input_json_delta' && block.kind === 'tool_use') {
      block.json += delta.partial_json
      this.previews.add(block.eventId, delta.partial_json)
    }
  }

  /** Counts are of the whole answer each time; those of the input may be left out at its end. */
  private addUsage(usage: {
    input_tokens?: number | null
    output_tokens?: number | null
    cache_read_input_tokens?: number | null
    cache_creation_input_tokens?: number | null
  }): void {
    this.usage = {
      inputTokens: usage.input_tokens ?? this.usage.inputTokens,
      outputTokens: usage.output_tokens ?? this.usage.outputTokens,
      cacheReadTokens: usage.cache_read_input_tokens ?? this.usage.cacheReadTokens,
      cacheCreationTokens: usage.cache_creation_input_tokens ?? this.usage.cacheCreationTokens,
    }
  }
}
