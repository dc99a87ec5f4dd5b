import type { Session } from './session'
import type { SessionEvent } from './session-event'

/**
 * A session as Markdown: who said what, each call with its input and result, what went wrong. Times
 * are RFC 3339, UTC.
 */
export function transcriptMarkdown(session: Session, events: readonly SessionEvent[]): string {
  const stores = session.stores.map(
    ({ name, access, storeId }) => `- Store: ${name} (${storeId}, ${access.replace('_', ' ')})`,
  )
  const head = [
    `# ${session.title ?? session.id}`,
    '',
    `- Session: ${session.id}`,
    `- Model: ${session.settings.model}`,
    ...stores,
    `- Opened: ${timeOf(session.createdAt)}`,
  ].join('\n')
  const parts = transcriptParts(events).map(({ text }) => text)
  return `${[head, ...parts].join('\n\n')}\n`
}

/** An event in a transcript. */
export interface TranscriptPart {
  eventId: string
  /** Markdown */
  text: string
}

/** Events as Markdown, one by one; those that a transcript does not show are skipped. */
export function transcriptParts(events: readonly SessionEvent[]): TranscriptPart[] {
  const names = new Map(
    events.flatMap((event) => (event.type === 'agent.tool_use' ? [[event.id, event.name]] : [])),
  )
  return events.flatMap((event) => {
    const text = partOf(event, names)
    return text === null ? [] : [{ eventId: event.id, text }]
  })
}

/** A session as JSON: its settings, its stores, and every event as stored. */
export function transcriptJson(session: Session, events: readonly SessionEvent[]): string {
  return `${JSON.stringify({ session, events }, null, 2)}\n`
}

const timeOf = (time: number) => new Date(time).toISOString()

function partOf(event: SessionEvent, names: ReadonlyMap<string, string>): string | null {
  const at = timeOf(event.createdAt)
  switch (event.type) {
    case 'user.message':
      return `## Person, ${at}\n\n${event.texts.join('\n\n')}`
    case 'user.interrupt':
      return `## Person, ${at}\n\n*stopped the agent*`
    case 'user.tool_confirmation': {
      const said = event.denyMessage === null ? '' : `: ${event.denyMessage}`
      return `## Person, ${at}\n\n*${event.result === 'allow' ? 'allowed' : 'denied'} the call${said}*`
    }
    case 'session.call_waits_again':
      return `## Not saved, ${at}\n\n*others changed the store since the gates were asked: the call waits again*`
    case 'agent.message':
      return `## Agent, ${at}\n\n${event.text}${event.isPartial ? '\n\n*(broken off)*' : ''}`
    case 'agent.thinking':
      return event.thinking === '' ? null : `## Agent thinks, ${at}\n\n${event.thinking}`
    case 'agent.tool_use':
      return `## Call of ${event.name}, ${at}\n\n${fenced(event.malformedInput ?? JSON.stringify(event.input, null, 2), 'json')}`
    case 'agent.tool_result': {
      const name = names.get(event.toolUseId) ?? 'a call'
      const versions = event.written.map(({ versionId }) => `- wrote ${versionId}`)
      const title = `## ${event.isError ? 'Refusal' : 'Result'} of ${name}, ${at}`
      return [title, fenced(event.content, 'text'), versions.join('\n')]
        .filter(Boolean)
        .join('\n\n')
    }
    case 'session.error':
      return `## Error, ${at}\n\n${event.error.kind}${event.error.message === '' ? '' : `: ${event.error.message}`}`
    case 'user.compaction':
      return `## Person, ${at}\n\n*asked for a summary of the context*${event.instructions === '' ? '' : `\n\n${event.instructions}`}`
    case 'user.compaction_confirmation':
      return `## Person, ${at}\n\n*${event.result === 'deny' ? 'left the conversation as it is' : event.summary === null ? 'took the summary' : 'changed the summary'}*`
    case 'context.summary_written':
      return `## A summary was written, ${at}\n\n${event.summary}`
    case 'context.reminder':
      return `## Added for the agent, ${at}\n\n${fenced(event.text, 'text')}`
    case 'agent.thread_context_compacted': {
      const size = `${event.tokensBefore} tokens before, ${event.isCounted ? '' : 'about '}${event.tokensAfter} after`
      const restored = event.restored.map(
        ({ shownPath, state }) => `- ${shownPath}: ${state.replace('_', ' ')}`,
      )
      const parts = [size, restored.join('\n'), event.summary ?? '']
      return [`## The context was summarised, ${at}`, ...parts].filter(Boolean).join('\n\n')
    }
    case 'context.compaction_failed':
      return `## The context was not summarised, ${at}\n\n${event.tokensBefore} tokens, ${event.reason}${event.message === '' ? '' : `: ${event.message}`}`
    default:
      return null
  }
}

/** A code block that its own text cannot close. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
