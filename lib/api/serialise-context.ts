import type { ContextGauge } from '@/lib/agent/context-gauge'
import type { EventOf, ModelUsage } from '@/lib/agent/session-event'
import type { AppliedEdit } from '@/lib/context/clear-context'
import type { PartTokens } from '@/lib/context/context-block'
import type { RestoredMemory } from '@/lib/context/restore'

/**
 * A session's context on the wire: all of it beyond the standard, except
 * `agent.thread_context_compacted`.
 */

export function wireGauge({ tokens, estimated, window, thresholds, level }: ContextGauge) {
  return {
    tokens,
    estimated_tokens: estimated,
    window,
    warning_at: thresholds.warning,
    error_at: thresholds.error,
    compact_at: thresholds.compaction,
    level,
  }
}

export function wireParts(parts: PartTokens) {
  return {
    system: parts.system,
    reminders: parts.reminders,
    memory_results: parts.memoryResults,
    messages: parts.messages,
    other_results: parts.otherResults,
  }
}

export function wireEdit(edit: AppliedEdit) {
  const shared = { type: edit.type, by: edit.by, cleared_input_tokens: edit.clearedTokens }
  return edit.type === 'clear_tool_uses_20250919'
    ? { ...shared, cleared_tool_uses: edit.clearedToolUses }
    : { ...shared, cleared_thinking_turns: edit.clearedThinkingTurns }
}

type ContextEvent = EventOf<
  | 'user.compaction'
  | 'user.compaction_confirmation'
  | 'context.reminder'
  | 'context.compaction_start'
  | 'context.summary_written'
  | 'agent.thread_context_compacted'
  | 'context.compaction_failed'
>

export function wireContextEvent(event: ContextEvent): object {
  switch (event.type) {
    case 'user.compaction':
      return { instructions: event.instructions }
    case 'user.compaction_confirmation':
      return {
        compaction_start_id: event.startId,
        result: event.result,
        summary: event.summary,
      }
    case 'context.reminder':
      return {
        is_meta: event.isMeta,
        content: [{ type: 'text', text: event.text }],
        sections: event.sections,
        level: event.level,
        late: event.late,
        duration_ms: event.durationMs,
      }
    case 'context.compaction_start':
      return {
        cause: event.cause,
        compaction_request_id: event.requestId,
        instructions: event.instructions,
        model: event.model,
        max_tokens: event.maxTokens,
        timeout_seconds: event.timeoutSeconds,
        save_first: event.savesFirst,
        review: event.isReviewed,
        goes_on: event.goesOn,
        kept_messages: event.kept,
        context_window: event.window,
        tokens_before: event.tokensBefore,
      }
    case 'context.summary_written':
      return {
        compaction_start_id: event.startId,
        summary: event.summary,
        model: event.model,
        model_usage: wireUsage(event.usage),
        duration_ms: event.durationMs,
      }
    case 'agent.thread_context_compacted':
      return {
        by: event.by,
        compaction_start_id: event.startId,
        cause: event.cause,
        summary: event.summary,
        edited: event.isEdited,
        kept_messages: event.kept,
        tokens_before: event.tokensBefore,
        tokens_after: event.tokensAfter,
        tokens_after_estimated: !event.isCounted,
        restored_memories: event.restored.map(wireRestored),
      }
    case 'context.compaction_failed':
      return {
        compaction_start_id: event.startId,
        cause: event.cause,
        reason: event.reason,
        message: event.message,
        tokens_before: event.tokensBefore,
        model_usage: wireUsage(event.usage),
        duration_ms: event.durationMs,
      }
  }
}

export function wireUsage(usage: ModelUsage) {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    cache_creation_input_tokens: usage.cacheCreationTokens,
  }
}

function wireRestored(memory: RestoredMemory) {
  return {
    memory_store_id: memory.storeId,
    memory_id: memory.memoryId,
    memory_version_id: memory.versionId,
    path: memory.shownPath,
    state: memory.state,
    tokens: memory.tokens,
    whole_tokens: memory.wholeTokens,
  }
}
