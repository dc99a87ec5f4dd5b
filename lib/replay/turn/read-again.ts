import type { AgentToolResult, AgentToolUse, SessionEvent } from '@/lib/agent/session-event'
import { actionOf, effectOf } from '@/lib/memory-tool/tool-effects'

/** Answers the call of a tool that reads memory, on the stores as they are to be. */
export type ReadAgain = (
  call: Pick<AgentToolUse, 'name' | 'input'>,
) => Promise<Pick<AgentToolResult, 'content' | 'isError'>>

/**
 * A log as if its stores had stood otherwise: what its calls read is read again. What was written and
 * what was said of it stay, as do reminders.
 */
export async function readAgainInLog(
  events: readonly SessionEvent[],
  readAgain: ReadAgain,
): Promise<SessionEvent[]> {
  const calls = new Map<string, AgentToolUse>()
  const again: SessionEvent[] = []
  let isChanged = false
  for (const event of events) {
    if (event.type === 'agent.tool_use') calls.set(event.id, event)
    // A thinking block is signed together with what came before it.
    if (event.type === 'agent.thinking' && isChanged) continue
    const call = event.type === 'agent.tool_result' ? calls.get(event.toolUseId) : undefined
    if (event.type !== 'agent.tool_result' || !call || !isReading(call)) {
      again.push(event)
      continue
    }
    const { content, isError } = await readAgain(call)
    isChanged ||= content !== event.content
    again.push({ ...event, content, isError })
  }
  return again
}

function isReading(call: AgentToolUse): boolean {
  return actionOf(call) !== null && !effectOf(call).writes
}
