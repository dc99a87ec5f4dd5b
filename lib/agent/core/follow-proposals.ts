import type { WriteSql } from '@/lib/db/sql'
import type { Mount } from '@/lib/memory-tool/mount'
import { addProposal, completeProposals, reopenProposals } from '@/lib/store/proposals/proposals'
import type { SessionEvent } from '../session-event'
import { storesOfSessions } from '../sql/session-stores'
import type { SessionRow } from '../sql/sessions'
import { callTarget } from './memory-tools'

/**
 * Keeps the proposals of a session's waiting calls as its log has them, in the transaction that
 * stores an event. A call that names no memory of an attached store is none: it will only be
 * answered.
 */
export async function followProposals(
  tx: WriteSql,
  session: Pick<SessionRow, 'key' | 'id'>,
  event: SessionEvent,
): Promise<void> {
  const sessionId = session.id
  switch (event.type) {
    case 'agent.tool_use': {
      if (!event.needsApproval) return
      const target = callTarget(event, await mountsOf(tx, session.key))
      if (target === null) return
      const actor = { type: 'session' as const, id: sessionId }
      const cause = { actor, sessionId, toolUseId: event.id }
      const { rule: id, revision, lapsesAt, isUnscanned } = event.hold ?? {}
      const rule = id !== undefined && revision !== undefined ? { id, revision } : null
      await addProposal(tx, { ...target, cause, command: null, rule, isUnscanned, lapsesAt })
      return
    }
    case 'user.tool_confirmation': {
      const { toolUseId, result, isForSession, isLapsed = false, by = null } = event
      const isEdited = event.content != null
      const state = isLapsed ? 'lapsed' : result === 'allow' ? 'allowed' : 'denied'
      await completeProposals(tx, { sessionId, toolUseId }, { state, by, isEdited })
      // What else waits runs unseen, so that nobody decided about it: it is reviewed afterwards.
      if (isForSession) await completeProposals(tx, { sessionId }, { state, by: null })
      return
    }
    case 'session.call_waits_again': {
      const { toolUseId, lapsesAt = null } = event
      await reopenProposals(tx, { sessionId, toolUseId }, lapsesAt)
      return
    }
    case 'agent.tool_result':
      await completeProposals(tx, { sessionId, toolUseId: event.toolUseId }, WITHDRAWN)
      return
    case 'session.status_terminated':
      await completeProposals(tx, { sessionId }, WITHDRAWN)
      return
    default:
  }
}

const WITHDRAWN = { state: 'withdrawn', by: null } as const

async function mountsOf(tx: WriteSql, sessionKey: number): Promise<Mount[]> {
  const rows = await storesOfSessions(tx, [sessionKey])
  return rows.map(({ storeId, mountName, name, access }) => ({
    storeId,
    name: mountName,
    fullName: name,
    access,
  }))
}
