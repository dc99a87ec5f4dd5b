import { beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createStore } from '@/lib/store/stores/change-stores'
import { bundle } from '@/tests/support/bundle'
import { onBothDatabases } from '@/tests/support/databases'
import { acknowledgedUntilKilled, missingVersions } from './killed-process'

const ROUNDS = { sqlite: 5, postgresql: 2 }

/** The longest that trays are applied before the kill, in milliseconds; it varies by round. */
const MAX_MS = 150

let reviewer = ''
beforeAll(async () => {
  reviewer = await bundle('crash-reviewer', 'tests/crash/reviewer.ts')
})

onBothDatabases((current, url) => {
  test('a server that is killed while a tray is applied has written all of it and emptied it, or neither', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Reviewed' })
    let applied = 0
    for (let round = 0; round < ROUNDS[db.kind]; round++) {
      const args = [url(), storeId, String(round)]
      const versionIds = await acknowledgedUntilKilled(reviewer, args, MAX_MS)
      applied += versionIds.length
      expect(await missingVersions(db, versionIds), `round ${round}`).toEqual([])
      expect(await halfApplied(db), `round ${round}`).toEqual([])
    }
    expect(applied).toBeGreaterThan(0)
    expect(await db.integrityProblems()).toEqual([])
  }, 600_000)
})

/** Changesets whose memories and tray say different things: reverted or not, empty or not. */
async function halfApplied(db: Database): Promise<unknown[]> {
  return db.read.all(
    `SELECT d.changeset_key FROM hunk_decisions d JOIN memories m ON m.key = d.memory_key
     GROUP BY d.changeset_key
     HAVING count(DISTINCT CASE WHEN d.applied_at IS NULL THEN 0 ELSE 1 END) > 1
       OR sum(CASE WHEN (d.applied_at IS NULL) = (m.head_sequence = d.through_sequence)
                THEN 0 ELSE 1 END) > 0`,
  )
}
