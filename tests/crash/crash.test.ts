import { beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createStore } from '@/lib/store/stores/change-stores'
import { bundle } from '@/tests/support/bundle'
import { onBothDatabases } from '@/tests/support/databases'
import { acknowledgedUntilKilled, missingVersions } from './killed-process'

/** Each is another moment to be killed at: what one run does not meet, a later one does. */
const ROUNDS = { sqlite: 16, postgresql: 4 }

/** The longest that writers write before they are killed, in milliseconds; it varies by round. */
const MAX_MS = 120

let writers = ''
beforeAll(async () => {
  writers = await bundle('crash-writers', 'tests/crash/writers.ts')
})

onBothDatabases((current, url) => {
  test('a killed process with sixteen writers loses nothing that was acknowledged, and leaves nothing half done', async () => {
    const db = current()
    const { id } = await createStore(db, { name: 'Crash' })
    let acknowledged = 0
    for (let round = 0; round < ROUNDS[db.kind]; round++) {
      const versionIds = await acknowledgedUntilKilled(writers, [url(), id, String(round)], MAX_MS)
      acknowledged += versionIds.length
      expect(await missingVersions(db, versionIds), `round ${round}`).toEqual([])
      expect(await contradictions(db, id), `round ${round}`).toEqual([])
      // What is damaged stays so: the whole file need not be read each time.
      if (round % 4 === 3) expect(await db.integrityProblems(), `round ${round}`).toEqual([])
    }
    expect(await db.integrityProblems()).toEqual([])
    expect(acknowledged).toBeGreaterThan(ROUNDS[db.kind])
  }, 600_000)
})

/** Invariants between the tables after every transaction. */
const RULES: Record<string, string> = {
  'a number without an event': `SELECT s.id FROM memory_stores s WHERE s.last_sequence <>
    (SELECT count(*) FROM store_events e WHERE e.store_key = s.key)`,
  'an event of a version that is not there': `SELECT e.type FROM store_events e
    LEFT JOIN memory_versions v ON v.store_key = e.store_key AND v.sequence = e.version_sequence
    WHERE v.id IS NULL`,
  'a version without content': `SELECT v.id FROM memory_versions v
    LEFT JOIN version_contents c ON c.store_key = v.store_key AND c.sequence = v.sequence
    WHERE v.operation <> 'deleted' AND c.bytes IS NULL`,
  'a head that is not the newest version': `SELECT m.id FROM memories m WHERE m.head_sequence <>
    (SELECT max(v.sequence) FROM memory_versions v WHERE v.memory_key = m.key)`,
  'a live memory that is not in the tree': `SELECT m.id FROM memories m
    LEFT JOIN path_nodes n ON n.store_key = m.store_key AND n.path = m.path AND n.memory_key = m.key
    WHERE m.path IS NOT NULL AND n.entry IS NULL`,
  'a tree with a memory that is not live': `SELECT n.path FROM path_nodes n
    LEFT JOIN memories m ON m.key = n.memory_key AND m.path = n.path
    WHERE n.memory_key IS NOT NULL AND m.id IS NULL`,
  'totals that are wrong': `SELECT s.id FROM memory_stores s WHERE s.memory_count <>
    (SELECT count(*) FROM memories m WHERE m.store_key = s.key AND m.path IS NOT NULL)
    OR s.byte_size <> (SELECT coalesce(sum(m.size), 0) FROM memories m
      WHERE m.store_key = s.key AND m.path IS NOT NULL)`,
  'a superseded version that does not say so': `SELECT v.id FROM memory_versions v
    JOIN memories m ON m.key = v.memory_key
    WHERE v.until_sequence IS NULL AND v.sequence <> m.head_sequence`,
}

async function contradictions(db: Database, storeId: string): Promise<string[]> {
  const found: string[] = []
  for (const [rule, query] of Object.entries(RULES)) {
    if ((await db.read.all(query)).length > 0) found.push(`${rule} in ${storeId}`)
  }
  return found
}
