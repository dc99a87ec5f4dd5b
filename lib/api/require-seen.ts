import { getSession } from '@/lib/agent/get-session'
import type { Caller } from '@/lib/auth/caller'
import { seesAllOf, seesJob, seesStore } from '@/lib/auth/may'
import type { Database } from '@/lib/db/database'
import { experimentOf } from '@/lib/experiments/read-experiments'
import { getJob } from '@/lib/jobs/read-jobs'
import { sessionOfReplay } from '@/lib/replay/replay-head'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import { getComment } from '@/lib/review/comments/read-comments'
import { notFound } from './api-error'

/**
 * Answers 404 for what an address names and the caller may not see: stores outside their key's
 * limits, and the sessions, jobs, changesets, comments, replays and experiments of those, of several stores, or of none.
 */
export async function requireSeen(db: Database, caller: Caller, params: object): Promise<void> {
  if (caller.storeIds === null) return
  const ids = params as Record<string, string | undefined>
  const { storeId, sessionId, jobId, changesetId, commentId } = ids
  const { causeId, replayId, bisectionId } = ids
  if (storeId !== undefined) requireStore(caller, storeId)
  if (storeId !== undefined && ids.experimentId !== undefined) {
    await requireExperiment(db, caller, { storeId, experimentId: ids.experimentId })
  }
  if (sessionId !== undefined) await requireSession(db, caller, sessionId)
  if (jobId !== undefined) await requireJob(db, caller, jobId)
  if (changesetId !== undefined) await requireChangeset(db, caller, changesetId)
  if (commentId !== undefined) await requireComment(db, caller, commentId)
  if (causeId !== undefined) {
    await requireReplay(db, caller, { kind: 'cause', id: causeId }, 'search for causes')
  }
  if (replayId !== undefined) {
    await requireReplay(db, caller, { kind: 'replay', id: replayId }, 'replay')
  }
  if (bisectionId !== undefined) {
    await requireReplay(db, caller, { kind: 'bisection', id: bisectionId }, 'bisection')
  }
}

/** Refuses a store that the caller may not see. */
export function requireStore(caller: Caller, storeId: string): void {
  if (!seesStore(caller, storeId)) throw notFound(`There is no memory store ${storeId}.`)
}

async function requireSession(db: Database, caller: Caller, sessionId: string): Promise<void> {
  const { stores } = await getSession(db, sessionId)
  const storeIds = stores.map(({ storeId }) => storeId)
  if (!seesAllOf(caller, storeIds)) throw notFound(`There is no session ${sessionId}.`)
}

async function requireChangeset(db: Database, caller: Caller, changesetId: string): Promise<void> {
  const { storeId } = await getChangeset(db, changesetId)
  if (!seesStore(caller, storeId)) throw notFound(`There is no changeset ${changesetId}.`)
}

async function requireComment(db: Database, caller: Caller, commentId: string): Promise<void> {
  const { storeId } = await getComment(db, commentId)
  if (!seesStore(caller, storeId)) throw notFound(`There is no comment ${commentId}.`)
}

/** Its columns may be branches, which a key does not see because it sees their origin. */
async function requireExperiment(
  db: Database,
  caller: Caller,
  asked: { storeId: string; experimentId: string },
): Promise<void> {
  const { columns } = await experimentOf(db, asked)
  const storeIds = columns.map((column) => column.storeId)
  if (!seesAllOf(caller, storeIds)) throw notFound(`There is no experiment ${asked.experimentId}.`)
}

async function requireReplay(
  db: Database,
  caller: Caller,
  replay: Parameters<typeof sessionOfReplay>[1],
  name: string,
): Promise<void> {
  const missing = () => notFound(`There is no ${name} ${replay.id}.`)
  const sessionId = await sessionOfReplay(db, replay)
  if (sessionId === null) throw missing()
  const { stores } = await getSession(db, sessionId)
  const storeIds = stores.map(({ storeId }) => storeId)
  if (!seesAllOf(caller, storeIds)) throw missing()
}

async function requireJob(db: Database, caller: Caller, jobId: string): Promise<void> {
  const job = await getJob(db, jobId)
  if (!job || !seesJob(caller, job)) throw notFound(`There is no job ${jobId}.`)
}
