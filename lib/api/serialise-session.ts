import type { BetaManagedAgentsSession } from '@anthropic-ai/sdk/resources/beta/sessions'
import type { AttachedStore, Session } from '@/lib/agent/session'
import type {
  AgentToolResult,
  SessionEvent,
  SessionFault,
  StopReason,
} from '@/lib/agent/session-event'
import type { SessionNews } from '@/lib/agent/follow-session'
import { readingTools } from '@/lib/agent/reading-tools'
import { mountPath } from '@/lib/agent/system-prompt'
import { contextGauge } from '@/lib/agent/context-gauge'
import { wireContextEvent, wireEdit, wireGauge, wireParts, wireUsage } from './serialise-context'
import { wireContextSettings } from './context-settings-body'
import { wireTime } from './resources/values'

/**
 * Sessions and their events on the wire; fields beyond the standard sit beside the standard's own.
 */

/** This server has one environment, itself, and one agent a session. */
const ENVIRONMENT = 'env_palimpsest'
const AGENT = 'agent_palimpsest'

type WireAgent = Omit<BetaManagedAgentsSession['agent'], 'execution_identity'>
type WireSession = Omit<BetaManagedAgentsSession, 'agent'> & { agent: WireAgent }

export function wireSession(session: Session): WireSession & { palimpsest: object } {
  const { settings, usage } = session
  return {
    id: session.id,
    type: 'session',
    title: session.title,
    status: session.status,
    agent: wireAgent(session),
    environment_id: ENVIRONMENT,
    resources: session.stores.map((store) => wireResource(store, session.stores.length === 1)),
    metadata: session.metadata,
    budget: null,
    vault_ids: [],
    outcome_evaluations: [],
    stats: {},
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cache_read_input_tokens: usage.cacheReadTokens,
      cache_creation: { ephemeral_5m_input_tokens: usage.cacheCreationTokens },
    },
    created_at: wireTime(session.createdAt),
    updated_at: wireTime(session.updatedAt),
    archived_at: session.archivedAt === null ? null : wireTime(session.archivedAt),
    palimpsest: {
      tool_set: settings.toolSet,
      approval: settings.approval,
      memory_prompt: settings.memoryPrompt,
      keep_tidy: settings.keepTidy,
      only_topic: settings.onlyTopic,
      max_requests: settings.maxRequests,
      max_tokens: settings.maxTokens,
      thinking: settings.thinking,
      context: wireContextSettings(settings.context, readingTools(settings.toolSet)),
      context_size: wireGauge(contextGauge(session)),
      stop_reason: session.stopReason === null ? null : wireStopReason(session.stopReason),
    },
  }
}

function wireAgent({ settings }: Session): WireAgent {
  return {
    id: AGENT,
    type: 'agent',
    name: 'Agent',
    description: null,
    version: 1,
    model: { id: settings.model },
    system: settings.instructions === '' ? null : settings.instructions,
    tools: [
      {
        type: 'agent_toolset_20260401',
        configs: [],
        default_config: { enabled: true, permission_policy: { type: settings.approval } },
      },
    ],
    mcp_servers: [],
    skills: [],
    multiagent: null,
  }
}

function wireResource(store: AttachedStore, isAlone: boolean) {
  return {
    type: 'memory_store' as const,
    memory_store_id: store.storeId,
    name: store.name,
    description: store.description,
    access: store.access,
    instructions: store.instructions === '' ? null : store.instructions,
    mount_path: mountPath(store, isAlone),
  }
}

/** An event; `processed_at` is null while a message is queued. */
export function wireSessionEvent(event: SessionEvent) {
  return {
    id: event.id,
    type: event.type,
    processed_at: event.sequence === null ? null : wireTime(event.createdAt),
    ...(event.sequence === null ? {} : { sequence: event.sequence }),
    ...wireBody(event),
  }
}

const textBlock = (text: string) => ({ type: 'text' as const, text })

function wireBody(event: SessionEvent): object {
  switch (event.type) {
    case 'user.message':
      return { content: event.texts.map(textBlock) }
    case 'user.tool_confirmation':
      return {
        tool_use_id: event.toolUseId,
        result: event.result,
        deny_message: event.denyMessage,
        for_session: event.isForSession,
      }
    case 'agent.message':
      return { content: [textBlock(event.text)], ...(event.isPartial ? { partial: true } : {}) }
    case 'agent.thinking':
      return { thinking: event.thinking }
    case 'agent.tool_use':
      return {
        name: event.name,
        input: event.input,
        evaluated_permission: event.needsApproval ? 'ask' : 'allow',
        ...(event.malformedInput === null ? {} : { malformed_input: event.malformedInput }),
      }
    case 'agent.tool_result':
      return wireResult(event)
    case 'span.model_request_start':
      return {
        model: event.model,
        ...(event.window === undefined ? {} : { context_window: event.window }),
        ...(event.parts === undefined ? {} : { estimated_parts: wireParts(event.parts) }),
      }
    case 'span.model_request_end':
      return {
        model_request_start_id: event.startId,
        is_error: event.isError,
        model_usage: wireUsage(event.usage),
        model: event.model,
        stop_reason: event.stopReason,
        duration_ms: event.durationMs,
        context_management: { applied_edits: (event.appliedEdits ?? []).map(wireEdit) },
        ...(event.request ? { request: event.request } : {}),
      }
    case 'session.status_idle':
      return {
        stop_reason: wireStopReason(event.stopReason),
        stop_details:
          event.stopReason.type === 'refusal'
            ? { type: 'refusal', category: null, explanation: event.stopReason.explanation }
            : null,
      }
    case 'session.call_waits_again':
      return { tool_use_id: event.toolUseId }
    case 'session.error':
      return { error: wireFault(event.error) }
    case 'user.compaction':
    case 'user.compaction_confirmation':
    case 'context.reminder':
    case 'context.compaction_start':
    case 'context.summary_written':
    case 'agent.thread_context_compacted':
    case 'context.compaction_failed':
      return wireContextEvent(event)
    default:
      return {}
  }
}

function wireResult(event: AgentToolResult): object {
  return {
    tool_use_id: event.toolUseId,
    content: [textBlock(event.content)],
    is_error: event.isError,
    memory_versions: event.written.map(({ storeId, versionId }) => ({
      memory_store_id: storeId,
      memory_version_id: versionId,
    })),
    duration_ms: event.durationMs,
  }
}

function wireStopReason(reason: StopReason) {
  switch (reason.type) {
    case 'end_turn':
      return { type: reason.type, detail: reason.detail }
    case 'requires_action':
      return { type: reason.type, event_ids: reason.eventIds }
    case 'budget_reached':
      return { type: reason.type, max_requests: reason.maxRequests }
    default:
      return { type: reason.type }
  }
}

/** The standard's words for faults, with ours beside them. */
function wireFault(fault: SessionFault) {
  return {
    type: FAULT_TYPES[fault.kind],
    kind: fault.kind,
    message: fault.message || FAULT_WORDS[fault.kind],
    retry_status: { type: fault.retry },
  }
}

const FAULT_TYPES: Record<SessionFault['kind'], string> = {
  overloaded: 'model_overloaded_error',
  rate_limited: 'model_rate_limited_error',
  authentication: 'model_request_failed_error',
  permission: 'model_request_failed_error',
  model_not_found: 'model_request_failed_error',
  request_refused: 'model_request_failed_error',
  request_too_large: 'model_request_failed_error',
  server_error: 'model_request_failed_error',
  connection: 'model_request_failed_error',
  broken_stream: 'model_request_failed_error',
  restarted: 'unknown_error',
  internal: 'unknown_error',
  context_full: 'model_request_failed_error',
}

const FAULT_WORDS: Record<SessionFault['kind'], string> = {
  overloaded: 'The model server is overloaded.',
  rate_limited: 'The model server asks to be asked less often.',
  authentication: 'The model server did not accept the key.',
  permission: 'The key does not allow this at the model server.',
  model_not_found: 'The model server does not know this model.',
  request_refused: 'The model server refused the request.',
  request_too_large: 'The conversation is too large for the model server.',
  server_error: 'The model server failed.',
  connection: 'The model server could not be reached.',
  broken_stream: 'The answer broke off.',
  restarted: 'The server was restarted in the middle of the run.',
  internal: 'Something went wrong in the server; its log has more.',
  context_full: 'The conversation does not fit into the model’s window.',
}

/** An event of a session's stream; null: nothing for the API. */
export function wireNews(news: SessionNews): { id?: number; event: string; data: unknown } | null {
  switch (news.kind) {
    case 'event': {
      const { event } = news
      const data = wireSessionEvent(event)
      return { event: event.type, data, ...(event.sequence === null ? {} : { id: event.sequence }) }
    }
    case 'start': {
      const { eventId, type, name } = news.preview
      const event = { id: eventId, type, ...(name === null ? {} : { name }) }
      return { event: 'event_start', data: { type: 'event_start', event } }
    }
    case 'delta':
      // Of thinking, the standard reports only the start.
      if (news.type === 'agent.thinking') return null
      return {
        event: 'event_delta',
        data: {
          type: 'event_delta',
          event_id: news.eventId,
          delta:
            news.type === 'agent.message'
              ? { type: 'content_delta', index: 0, content: textBlock(news.text) }
              : { type: 'input_json_delta', partial_json: news.text },
        },
      }
    default:
      return null
  }
}
