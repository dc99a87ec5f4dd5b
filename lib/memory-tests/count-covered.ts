import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { countLiving, readsThatPassed } from './sql/test-runs'

/** Memories asked about in one statement. */
const AT_ONCE = 500

/** Counts the memories of a store that a test's answers read when it last passed. */
export async function countCovered(db: Database, storeId: string): Promise<number> {
  const rows = await readsThatPassed(db.read, storeId)
  const read = new Set(rows.flatMap(({ reads }) => JSON.parse(reads) as string[]))
  let living = 0
  for (const some of chunked([...read], AT_ONCE)) living += await countLiving(db.read, some)
  return living
}
