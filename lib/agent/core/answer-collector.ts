import type { BetaRawMessageStreamEvent } from '@anthropic-ai/sdk/resources/beta'
import { inputTokens } from '@/lib/context/context-size'
import { newId } from '@/lib/text/prefixed-id'
import type { AppliedEdit } from '@/lib/context/clear-context'
import { type ModelUsage, NO_USAGE, usageOfBoth } from '../session-event'
import type { previewsOf } from './previews'

/** A block of an answer as received, whole or partial. */
export type AnswerBlock = { eventId: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'thinking'; thinking: string; signature: string; redacted: string | null }
  | { kind: 'tool_use'; modelToolUseId: string; name: string; json: string }
  /** the API's own summary, sent back unchanged */
  | { kind: 'compaction'; block: Record<string, unknown> }
)

/**
 * Collects an answer from its stream and previews it as it arrives. Keeps what has arrived if the
 * stream breaks, and the text of tool inputs that are not JSON, on which the SDK gives up.
 */
export class AnswerCollector {
  readonly blocks = new Map<number, AnswerBlock>()
  /** all passes together */
  usage: ModelUsage = NO_USAGE
  /** the last pass only; null if there was just one */
  windowUsage: ModelUsage | null = null
  /** size of the conversation that the API summarised; null: it did not summarise */
  summarisedTokens: number | null = null
  appliedEdits: AppliedEdit[] = []
  stopReason: string | null = null
  refusal: string | null = null
  model: string | null = null
  /** whether the stream is complete */
  isWhole = false

  /** `previews`: where to show the answer as it arrives; null: nowhere */
  constructor(private readonly previews: ReturnType<typeof previewsOf> | null) {}

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
        this.takeIterations(event.usage.iterations ?? [])
        this.appliedEdits = (event.context_management?.applied_edits ?? []).flatMap(appliedEdit)
        return
      case 'message_stop':
        this.isWhole = true
        return
      default:
    }
  }

  /** All text so far. */
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
      this.previews?.begin({ eventId, type: 'agent.message', name: null, text: block.text })
    } else if (block.type === 'thinking') {
      const { thinking, signature } = block
      this.blocks.set(index, { eventId, kind: 'thinking', thinking, signature, redacted: null })
      this.previews?.begin({ eventId, type: 'agent.thinking', name: null, text: thinking })
    } else if (block.type === 'redacted_thinking') {
      const redacted = block.data
      this.blocks.set(index, { eventId, kind: 'thinking', thinking: '', signature: '', redacted })
    } else if (block.type === 'tool_use') {
      const { id, name } = block
      this.blocks.set(index, { eventId, kind: 'tool_use', modelToolUseId: id, name, json: '' })
      this.previews?.begin({ eventId, type: 'agent.tool_use', name, text: '' })
    } else if (block.type === 'compaction') {
      this.blocks.set(index, { eventId, kind: 'compaction', block: { ...block } })
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
      this.previews?.add(block.eventId, delta.text)
    } else if (delta.type === 'thinking_delta' && block.kind === 'thinking') {
      block.thinking += delta.thinking
      this.previews?.add(block.eventId, delta.thinking)
    } else if (delta.type === 'signature_delta' && block.kind === 'thinking') {
      block.signature += delta.signature
    } else if (delta.type === 'input_json_delta' && block.kind === 'tool_use') {
      block.json += delta.partial_json
      this.previews?.add(block.eventId, delta.partial_json)
    } else if (delta.type === 'compaction_delta' && block.kind === 'compaction') {
      block.block.content = delta.content
      block.block.encrypted_content = delta.encrypted_content
    }
  }

  /**
   * If the API summarised, the totals omit that pass, and the window holds the last pass (api-facts
   * F.4).
   */
  private takeIterations(iterations: readonly object[]): void {
    const passes = iterations.flatMap((each) => {
      const counts = countsOf(each)
      return counts ? [{ type: 'type' in each ? each.type : null, counts }] : []
    })
    const compaction = passes.findLast(({ type }) => type === 'compaction')
    if (!compaction) return
    // Without a named pass, the API's top-level counts are the window's.
    this.windowUsage = passes.findLast(({ type }) => type === 'message')?.counts ?? this.usage
    this.usage = passes.map(({ counts }) => counts).reduce(usageOfBoth)
    this.summarisedTokens = inputTokens(compaction.counts)
  }

  /** Each report counts the whole answer; the last one may omit the input counts. */
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

type WireEdit = NonNullable<
  Extract<BetaRawMessageStreamEvent, { type: 'message_delta' }>['context_management']
>['applied_edits'][number]

/** Translates an edit that the API reports; edits that clear nothing are not shown. */
function appliedEdit(edit: WireEdit): AppliedEdit[] {
  const by = 'api'
  switch (edit.type) {
    case 'clear_tool_uses_20250919':
      return [
        {
          by,
          type: edit.type,
          clearedToolUses: edit.cleared_tool_uses,
          clearedTokens: edit.cleared_input_tokens,
        },
      ]
    case 'clear_thinking_20251015':
      return [
        {
          by,
          type: edit.type,
          clearedThinkingTurns: edit.cleared_thinking_turns,
          clearedTokens: edit.cleared_input_tokens,
        },
      ]
    default:
      return []
  }
}

/** The counts of one pass; null if it has none. */
function countsOf(pass: object): ModelUsage | null {
  const count = (name: string) => {
    const value: unknown = (pass as Record<string, unknown>)[name]
    return typeof value === 'number' ? value : 0
  }
  if (!('input_tokens' in pass)) return null
  return {
    inputTokens: count('input_tokens'),
    outputTokens: count('output_tokens'),
    cacheReadTokens: count('cache_read_input_tokens'),
    cacheCreationTokens: count('cache_creation_input_tokens'),
  }
}
