import type { Database } from '@/lib/db/database'
import type { FoundTurn } from '@/lib/replay/model/replay'
import type { MemoryTest, TestRun } from './model/memory-test'
import type { NotPassingSince } from './model/since'
import { newestFound } from './sql/test-bisections'
import { type SuspectChange, suspectChange } from './suspect-change'

/**
 * The change since which a test does not pass, as far as is known: as a search found it among those after
 * the last state at which it passed, else as the runs tell; null: it passes, or nothing tells.
 */
export async function sinceChange(
  db: Database,
  {
    test: { id: testId, storeId, revision },
    since,
  }: {
    test: Pick<MemoryTest, 'id' | 'storeId' | 'revision'>
    since: NotPassingSince<Pick<TestRun, 'sequence'>> | null
  },
): Promise<SuspectChange | null> {
  if (since === null) return null
  const passedAt = since.lastPass?.sequence ?? 0
  const failedAt = since.first.sequence
  const row = await newestFound(db.read, { testId, revision })
  const change = row?.result ? (JSON.parse(row.result) as FoundTurn).change : null
  if (change && change.sequence > passedAt && change.sequence <= failedAt) {
    return { from: change.sequence, to: change.sequence, versionId: change.versionId }
  }
  return since.lastPass ? suspectChange(db, { storeId, passedAt, failedAt }) : null
}
