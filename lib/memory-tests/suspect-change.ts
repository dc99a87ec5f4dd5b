import type { Database } from '@/lib/db/database'
import { changesBetween } from './sql/changes-between'

/** The change with which a test stopped passing, as far as its runs tell. */
export interface SuspectChange {
  /** the first and the last that it can be */
  from: number
  to: number
  /** the version that it wrote, if it can be only one; null: it is one of several */
  versionId: string | null
}

/**
 * The changes after the last state at which a test passed, up to the first at which it did not; null:
 * there is none, as after a redaction.
 */
export async function suspectChange(
  db: Database,
  { storeId, passedAt, failedAt }: { storeId: string; passedAt: number; failedAt: number },
): Promise<SuspectChange | null> {
  const asked = { storeId, after: passedAt, upTo: failedAt, limit: 2 }
  const [first, second] = await changesBetween(db.read, asked)
  if (!first) return null
  if (second) return { from: first.sequence, to: failedAt, versionId: null }
  return { from: first.sequence, to: first.sequence, versionId: first.id }
}
