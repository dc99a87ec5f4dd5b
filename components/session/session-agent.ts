import 'server-only'
import type { texts } from '@/components/i18n/server-texts'
import { CLAUDE_CODE } from '@/lib/connect/model/writers'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { type ActorMark, actorMark } from '@/lib/store/model/actor-mark'

/** The agent that answers in a session, as pages show it: it looks the same in each of its sessions. */
export function sessionAgent(
  t: Awaited<ReturnType<typeof texts>>,
  model: string,
): { name: string; look: ActorMark } {
  const name = model === PRACTICE_MODEL ? t('Sessions.practiceAgent') : model
  return { name, look: actorMark({ kind: 'session', id: model, name }) }
}

/** The mark of the agent of the sessions that are only observed. */
export const observedAgentLook = (): ActorMark =>
  actorMark({ kind: 'session', id: CLAUDE_CODE.id, name: 'Claude Code' })
