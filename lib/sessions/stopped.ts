import { HELD_WORDS } from '@/lib/held/told'
import { withdraw } from '@/lib/held/held-writes'
import { INTERRUPTED, notRun } from './call'
import { type NewEvent, NO_USAGE, type SessionEvent } from './event'
import { type Fault, sessionFault } from './faults'
import { type SessionChange, viewIn } from './log'
import { isUndecided, openCalls, openCompaction } from './next-step'

/** What a run that comes to no end of its own leaves, so that nothing stands open. */

/**
 * Withdraws what waits in a session that a person stops. A run ends by itself; what nobody runs is given up
 * here: returns whether that was so.
 */
export async function stopIn(c: SessionChange): Promise<boolean> {
  const { session, runner } = c
  await withdraw(c, { sessionId: session.id })
  const isLeft =
    session.status === 'running'
      ? runner === 'free'
      : session.stopReason?.type === 'requires_action'
  if (isLeft) c.append(...givenUp(await viewIn(c)))
  return isLeft
}

/** What ends with a run that a person stops: calls are answered, and a compaction has failed. */
export function givenUp(events: readonly SessionEvent[]): NewEvent[] {
  const open = openCompaction(events)
  return [
    ...openCalls(events).map((call) =>
      notRun(call, isUndecided(call, events) ? HELD_WORDS.withdrawn : INTERRUPTED),
    ),
    ...(open ? [failedCompaction(open, 'interrupted')] : []),
  ]
}

export function failedCompaction(
  { cause, tokens_before }: SessionEvent<'context.compaction_start'>,
  reason: SessionEvent<'context.compaction_failed'>['reason'],
): NewEvent<'context.compaction_failed'> {
  return {
    type: 'context.compaction_failed',
    cause,
    tokens_before,
    reason,
    message: '',
    model_usage: { ...NO_USAGE },
  }
}

/** What ends with a run that cannot go on before a person has it continue; its calls stand open. */
export function brokenOff(events: readonly SessionEvent[], fault: Fault): NewEvent[] {
  const open = openCompaction(events)
  return [
    ...(open ? [failedCompaction(open, fault.kind)] : []),
    { type: 'session.error', error: sessionFault(fault, 'exhausted') },
    { type: 'session.status_idle', stop_reason: { type: 'retries_exhausted' }, stop_details: null },
  ]
}
