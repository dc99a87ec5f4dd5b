import type { AnswerBlock, AnswerCollector } from './answer-collector'
import type { NewEvent } from './append-events'
import { inputTokens } from '@/lib/context/context-size'
import { effectOf } from '@/lib/memory-tool/tool-effects'
import { NO_USAGE } from '../session-event'
import type { JudgedCall } from './judged-call'

/** Decides whether a call waits for approval. */
export interface ApprovalPolicy {
  /** whether writes need approval */
  asksForWrites(): boolean
  /** the verdict on the call of this event; null: none */
  judgedOf(eventId: string): JudgedCall | null
}

/** Answers with these stop reasons may end in the middle of a call. */
const CUT_OFF_REASONS: readonly (string | null)[] = ['max_tokens', 'model_context_window_exceeded']

const CUT_OFF =
  'Error: The call was cut off because the answer could not be longer; nothing was done.'

/** The events of a complete answer, and results for its incomplete calls, which are never run. */
export interface AnswerEvents {
  content: NewEvent[]
  results: NewEvent[]
}

export function answerEvents(collector: AnswerCollector, approval: ApprovalPolicy): AnswerEvents {
  const blocks = [...collector.blocks.values()]
  const events: AnswerEvents = { content: [], results: [] }
  for (const block of blocks) {
    if (block.kind === 'compaction') {
      events.content.push(apiCompaction(block, collector))
      continue
    }
    if (block.kind !== 'tool_use') {
      events.content.push(...textOrThinking(block))
      continue
    }
    const { call, result } = callEvents(block, approval, isCutOff(collector, block.eventId))
    events.content.push(call)
    events.results.push(...result)
  }
  return events
}

/** Returns whether an answer may have ended in the middle of this event's call. */
export function isCutOff({ stopReason, blocks }: AnswerCollector, eventId: string): boolean {
  return CUT_OFF_REASONS.includes(stopReason) && [...blocks.values()].at(-1)?.eventId === eventId
}

/** The events of an interrupted answer; its calls are dropped, as nothing waits for them. */
export function partialEvents(collector: AnswerCollector): NewEvent[] {
  return [...collector.blocks.values()].flatMap((block): NewEvent[] =>
    block.kind === 'text' && block.text !== ''
      ? [{ type: 'agent.message', id: block.eventId, text: block.text, isPartial: true }]
      : [],
  )
}

/**
 * The API compacted, or tried to: its block is sent back as received, failed or not (api-facts
 * F.2).
 */
function apiCompaction(
  { eventId: id, block }: Extract<AnswerBlock, { kind: 'compaction' }>,
  collector: AnswerCollector,
): NewEvent {
  const tokensBefore = collector.summarisedTokens ?? 0
  const shared = {
    id,
    startId: null,
    cause: 'mark',
    tokensBefore,
    goesOn: true,
    isUnanswered: true,
    block,
  } as const
  const { content } = block
  if (typeof content !== 'string' || content === '') {
    return {
      ...shared,
      type: 'context.compaction_failed',
      reason: 'api_summary_failed',
      message: '',
      // The cost is on the answer that contained it.
      usage: NO_USAGE,
      durationMs: null,
    }
  }
  return {
    ...shared,
    type: 'agent.thread_context_compacted',
    by: 'api',
    summary: content,
    isEdited: false,
    restored: [],
    kept: [],
    tokensAfter: inputTokens(collector.windowUsage ?? collector.usage),
    isCounted: true,
  }
}

function textOrThinking(block: Extract<AnswerBlock, { kind: 'text' | 'thinking' }>): NewEvent[] {
  const { eventId: id } = block
  if (block.kind === 'thinking') {
    const { thinking, signature, redacted } = block
    return [{ type: 'agent.thinking', id, thinking, signature, redacted }]
  }
  return block.text === ''
    ? []
    : [{ type: 'agent.message', id, text: block.text, isPartial: false }]
}

function callEvents(
  block: Extract<AnswerBlock, { kind: 'tool_use' }>,
  approval: ApprovalPolicy,
  endsMidway: boolean,
): { call: NewEvent; result: NewEvent[] } {
  const input = inputOf(block.json)
  const problem = endsMidway
    ? CUT_OFF
    : 'problem' in input
      ? `Error: Invalid input: ${input.problem}`
      : null
  const value = 'value' in input && !endsMidway ? input.value : {}
  const isWrite = problem === null && effectOf({ name: block.name, input: value }).writes
  const judged = approval.judgedOf(block.eventId)
  const hold = isWrite ? (judged?.hold ?? null) : null
  const isAsked = isWrite && approval.asksForWrites()
  const isFutile = isAsked && judged?.isFutile === true
  const call: NewEvent = {
    type: 'agent.tool_use',
    id: block.eventId,
    name: block.name,
    input: problem === null ? (judged?.stored ?? value) : value,
    modelToolUseId: block.modelToolUseId,
    malformedInput: problem === null ? null : (judged?.malformed ?? block.json),
    needsApproval: hold !== null || (isAsked && !isFutile),
    ...(hold === null ? {} : { hold }),
    ...(isWrite && judged?.isRefused ? { isRefused: true as const } : {}),
    ...(isFutile ? { isFutile: true as const } : {}),
  }
  if (problem === null) return { call, result: [] }
  const result: NewEvent = {
    type: 'agent.tool_result',
    toolUseId: block.eventId,
    content: problem,
    isError: true,
    written: [],
    durationMs: null,
  }
  return { call, result: [result] }
}

/** The input of a call, a missing one as an empty one; or what is wrong with it. */
export function inputOf(json: string): { value: Record<string, unknown> } | { problem: string } {
  if (json === '') return { value: {} }
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { value: value as Record<string, unknown> }
    }
    return { problem: 'the input must be an object' }
  } catch {
    return { problem: 'the input is not JSON' }
  }
}
