import { existsSync } from 'node:fs'
import { database, db } from '@/lib/db'
import { compact, type Compaction } from '@/lib/db/compact'
import { inAProcess } from '@/lib/db/in-a-process'
import { listRedactions } from '@/lib/db/redaction-log'
import { again, registerJob, startJob } from '@/lib/jobs/jobs'
import { perProcess } from '@/lib/per-process'
import { BY_SERVER, type Cause } from '@/lib/store/model/actor'
import { TABLES } from './places'

/** What no redaction here reaches: words that pages and the guide explain. */
export type NotReached =
  | 'backups'
  | 'exports'
  | 'sources'
  | 'agents'
  | 'spare_blocks'
  | 'free_space'
  | 'write_ahead_log'
  | 'replicas'
  /** the list by which an older backup is redacted again could not be written */
  | 'list_for_backups'

const ALWAYS = ['backups', 'exports', 'sources', 'agents', 'spare_blocks'] as const
const OF_POSTGRESQL = ['free_space', 'write_ahead_log', 'replicas'] as const

export interface Compacted extends Compaction {
  notReached: NotReached[]
}

/** Takes out of the files what was redacted, and lists it for backups. */
export async function compactRedacted(signal?: AbortSignal): Promise<Compacted> {
  const isListed = await listRedactions()
  const done = await compact(TABLES, signal)
  return {
    ...done,
    notReached: [
      ...(isListed ? [] : (['list_for_backups'] as const)),
      ...(database().kind === 'postgresql' ? OF_POSTGRESQL : []),
      ...ALWAYS,
    ],
  }
}

const compactor = perProcess('compaction', () => ({ isRunning: false, isWanted: false }))

/** Has what was redacted taken out of the files, as a job; one serves all that ask meanwhile. */
export async function startCompaction(cause: Cause): Promise<void> {
  compactor.isWanted = true
  if (!compactor.isRunning) await startJob({ kind: 'compact', input: {} }, cause)
}

/** Each hour compacts where something was redacted since that was done last: it failed, or was killed. */
export const compactLeftOvers = again('files could not be compacted', 3_600_000, async () => {
  const order = { orderBy: { key: 'desc' }, select: { createdAt: true } } as const
  const newest = await db.redaction.findFirst({ where: { mark: { not: null } }, ...order })
  if (!newest) return
  const ended = { state: 'done', finishedAt: { gte: newest.createdAt } }
  const isDone = await db.job.findFirst({
    where: { kind: { in: ['compact', 'redact'] }, OR: [{ state: 'running' }, ended] },
    select: { id: true },
  })
  if (!isDone) await startCompaction(BY_SERVER)
})

registerJob('compact', async (_, running) => {
  compactor.isRunning = true
  try {
    let done: Compacted
    do {
      compactor.isWanted = false
      await running.report('compacting', 0, 1)
      done = await compactRedacted(running.signal)
    } while (compactor.isWanted)
    return { ...done }
  } finally {
    compactor.isRunning = false
  }
})

/** How often a text's bytes stand in a file. */
export interface FileSearched {
  name: string
  bytes: number
  found: number
}

/**
 * Counts the bytes of texts in SQLite's file and its journals; of PostgreSQL there are none to read.
 * Ends with the signal's reason.
 */
export async function countInFiles(
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<FileSearched[]> {
  const { file } = database()
  if (file === null) return []
  const files = [file, `${file}-wal`, `${file}-shm`].filter((each) =>
    existsSync(/* turbopackIgnore: true */ each),
  )
  return inAProcess('count-bytes', { files, texts }, signal)
}
