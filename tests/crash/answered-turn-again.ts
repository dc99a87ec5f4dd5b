import type { Database } from '@/lib/db/database'
import { insertReplay, type ReplayRow } from '@/lib/replay/sql/replays'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { Moment } from '@/lib/store/model/moment'
import { newId } from '@/lib/text/prefixed-id'

export const DEPLOY_CHECK = { type: 'contains', text: 'on fridays' } as const

export const TURN_BUDGET = { maxRequests: 300, maxTokens: null }

/** A turn that is asked again, and in which way. */
export type TurnAgain = Pick<ReplayRow, 'eventId' | 'sessionId' | 'kind'> & {
  /** of a search for the change: from where on */
  good?: Moment
}

/** Stores a search of a turn as who starts it does, without beginning it. Returns its id. */
export async function storedReplay(db: Database, { good, ...asked }: TurnAgain): Promise<string> {
  const id = newId('cause')
  const by = { actorType: LOCAL_USER_ACTOR.type, actorId: LOCAL_USER_ACTOR.id }
  const input = JSON.stringify({ check: DEPLOY_CHECK, good })
  const row = { ...asked, ...TURN_BUDGET, ...by, id, input, createdAt: Date.now() }
  await db.write((tx) => insertReplay(tx, row))
  return id
}

/** The steps of a search of a turn that are stored, in the order in which they were asked for. */
export async function stepsOfReplay(db: Database, id: string): Promise<string[]> {
  const rows = await db.read.all<{ level: number; question: string }>(
    `SELECT p.level, p.question FROM replay_samples p JOIN replays r ON r.key = p.replay_key
     WHERE r.id = ? ORDER BY p.level, p.round, p.slot`,
    [id],
  )
  return rows.map(({ level, question }) => {
    const { purpose } = JSON.parse(question) as { purpose: string }
    return level === 0 ? purpose : `${purpose} of lines`
  })
}
