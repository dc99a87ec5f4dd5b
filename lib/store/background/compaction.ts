import { statSync } from 'node:fs'
import type { Database } from '@/lib/db/database'
import { hasJobSince } from '@/lib/jobs/read-jobs'
import { startJob } from '@/lib/jobs/run-job'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import type { CompactionReceipt } from '../model/redaction-receipt'
import { TABLES_WITH_TEXT } from '../model/text-columns'

const NOT_COVERED = {
  sqlite: ['backups and copies of the database file', 'exports', "the disk's own spare blocks"],
  postgresql: [
    'free space inside table pages, until it is used again or VACUUM FULL is run',
    'the write-ahead log, its archive and replicas',
    'backups',
    'exports',
  ],
} as const

/** Without it, an older backup that is restored brings back what was redacted. */
const NOT_LISTED = 'the list of redactions for older backups, which could not be written'

export async function notCovered(db: Database): Promise<readonly string[]> {
  const isListed = await db.listRedactions()
  return isListed ? NOT_COVERED[db.kind] : [NOT_LISTED, ...NOT_COVERED[db.kind]]
}

interface Compactor {
  /** whether anything was emptied since the running compaction began */
  isWanted: boolean
  running: Promise<unknown> | null
}

const compactors = perProcess('compactors', () => new WeakMap<Database, Compactor>())

/**
 * Starts the compaction that completes redactions, as a job. A request during a run is recorded;
 * one more run then serves all redactions made meanwhile.
 */
export async function startCompaction(db: Database): Promise<void> {
  const compactor = compactors.get(db) ?? { isWanted: false, running: null }
  compactors.set(db, compactor)
  compactor.isWanted = true
  compactor.running ??= compactWhileWanted(db, compactor)
    .catch(() => log.error('a compaction could not be started'))
    .finally(() => {
      compactor.running = null
    })
}

/**
 * Returns whether a compaction that began at a time or later is done or at work, here or elsewhere.
 * Milliseconds since 1970.
 */
export async function isCompactedSince(db: Database, time: number): Promise<boolean> {
  return hasJobSince(db, ['redaction', 'compaction'], time)
}

/** Resolves once no compaction is running or requested. */
export async function compactionFinished(db: Database): Promise<void> {
  await compactors.get(db)?.running
}

async function compactWhileWanted(db: Database, compactor: Compactor): Promise<void> {
  while (compactor.isWanted) {
    compactor.isWanted = false
    const { finished } = await startJob(db, {
      kind: 'compaction',
      work: async ({ report }) => {
        report('compacting', 0, 1)
        return compact(db)
      },
    })
    await finished
  }
}

/**
 * Compacts after so many bytes of content were written that compression left the files mostly
 * empty: after seeding a new store with a long history, for example.
 */
export async function compactAfterGrowth(db: Database, writtenBytes: number): Promise<void> {
  const [file] = db.files()
  if (file === undefined || writtenBytes < statSync(file).size) return
  await db.compact(TABLES_WITH_TEXT)
}

/** Compacts the database once, within a running job. */
export async function compact(db: Database): Promise<CompactionReceipt> {
  const done = await db.compact(TABLES_WITH_TEXT)
  return { ...done, notCovered: await notCovered(db) }
}
