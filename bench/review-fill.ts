import type { Database } from '@/lib/db/database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { DAY_MS } from '@/lib/text/day-ms'
import { agent } from './fill'

const numbersTo = (from: number, to: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})`

/**
 * Open changesets of many sessions and levels, as if they had been written and examined. Each
 * changed a memory: ten at a path of their own, by one agent, taken by somebody, with a comment that
 * nobody resolved; ten others wrote a secret.
 */
export async function fillInbox(db: Database, open: number): Promise<void> {
  const path = `CASE WHEN c.key <= 10 THEN '/rare/' ELSE '/notes/' END || c.key || '.md'`
  const statements = [
    `${numbersTo(1, open)}
     INSERT INTO changesets (id, store_key, grouping, session_id, actor_type, actor_id,
       first_sequence, last_sequence, first_changed_at, last_changed_at, change_count,
       examined_sequence, pending, level, reasons, memory_count, hunk_count, open_hunks)
     SELECT 'chgset_' || n, (SELECT min(key) FROM memory_stores), 'session:sesn_' || n,
       'sesn_' || n, 'session', CASE WHEN n <= 10 THEN 'sesn_rare' ELSE 'sesn_' || n END,
       n, n, 1000000 + n, 1000000 + n * 7919 % 100003, 3, n, 0, n * 31 % 5,
       '{"lost_5_lines":1}', 2, 3, 3 FROM numbers`,
    `INSERT INTO path_nodes (store_key, path) SELECT c.store_key, ${path} FROM changesets c`,
    `INSERT INTO memories (id, store_key, path, head_sequence, head_version_id, created_at,
       updated_at, version_count)
     SELECT 'mem_' || c.key, c.store_key, ${path}, c.key, 'memver_' || c.key, 1, 1, 1
     FROM changesets c`,
    `INSERT INTO memory_versions (store_key, sequence, id, memory_key, ordinal, operation,
       node_key, created_at, actor_type, actor_id, changeset_key)
     SELECT m.store_key, c.key, 'memver_' || c.key, m.key, 1, 'modified', n.key, 1, 'session',
       'sesn_' || c.key, c.key
     FROM changesets c JOIN memories m ON m.id = 'mem_' || c.key
     JOIN path_nodes n ON n.store_key = m.store_key AND n.path = m.path`,
    `INSERT INTO changeset_memories (changeset_key, memory_key, through_sequence, added_lines,
       removed_lines, lost_lines, hunk_count, open_hunks)
     SELECT c.key, m.key, c.key, 1, 1, 0, 3, 3
     FROM changesets c JOIN memories m ON m.id = 'mem_' || c.key`,
    `UPDATE changesets SET assignee_type = 'user', assignee_id = '${LOCAL_USER_ACTOR.id}'
     WHERE key <= 10`,
    `UPDATE changesets SET reasons = '{"secret":1}' WHERE key BETWEEN 11 AND 20`,
    `INSERT INTO changeset_reasons (changeset_key, reason)
     SELECT key, 'lost_5_lines' FROM changesets
     UNION ALL SELECT key, 'secret' FROM changesets WHERE key BETWEEN 11 AND 20`,
    `INSERT INTO comments (id, store_key, memory_key, version_sequence, from_line, to_line,
       changeset_key, disposition, asked_sequence, actor_type, actor_id, created_at)
     SELECT 'cmnt_' || key, store_key, 1, 1, 1, 1, key, 'note', 1, 'user', 'user_one', 1
     FROM changesets WHERE key <= 10`,
  ]
  await run(db, statements)
}

export const PAST_MS = 30 * DAY_MS

/** A store of many versions by many sessions, decided over a month, as if people had done so. */
export async function fillPast(db: Database, past: number, now: number) {
  const { id: storeId } = await createStore(db, { name: 'Past' })
  const made = { storeId, path: '/a.md', content: 'wrong\n', cause: agent('first') }
  const { versionId } = await createMemory(db, made)
  const numbers = numbersTo(2, past)
  const store = `(SELECT key FROM memory_stores)`
  const memory = `(SELECT key FROM memories)`
  const time = `${now - PAST_MS} + n * ${Math.floor(PAST_MS / past)}`
  const statements = [
    `${numbers} INSERT INTO changesets (id, store_key, grouping, session_id, actor_type, actor_id,
       first_sequence, last_sequence, first_changed_at, last_changed_at, change_count,
       examined_sequence, pending, level, hunk_count, open_hunks, state)
     SELECT 'chgset_p' || n, ${store}, 'session:sesn_p' || n, 'sesn_p' || n, 'session',
       'sesn_p' || n, n, n, ${time}, ${time}, 1, n, 0, 1, 1, n % 2,
       CASE WHEN n % 2 = 1 THEN 'open' ELSE 'done' END FROM numbers WHERE n % 50 = 0`,
    `${numbers} INSERT INTO memory_versions (store_key, sequence, id, memory_key, ordinal,
       operation, created_at, actor_type, actor_id, session_id, changeset_key)
     SELECT ${store}, n, 'memver_p' || n, ${memory}, n, 'modified', ${time}, 'session',
       'sesn_p' || (n - n % 50), 'sesn_p' || (n - n % 50),
       (SELECT key FROM changesets WHERE id = 'chgset_p' || (n - n % 50)) FROM numbers`,
    `${numbers} INSERT INTO store_events (store_key, sequence, type, created_at, version_sequence)
     SELECT ${store}, n, 'memory.updated', ${time}, n FROM numbers`,
    `${numbers} INSERT INTO hunk_decisions (changeset_key, memory_key, through_sequence, kind,
       before_from, before_count, after_from, after_count, decision, seen, actor_type, actor_id,
       decided_at, changed_at)
     SELECT v.changeset_key, v.memory_key, n, 'lines', 0, 1, 0, 1,
       CASE WHEN n % 9 = 0 THEN 'rejected' ELSE 'accepted' END, n % 3 % 2, 'user', 'user_1',
       ${time}, ${time} - n % 10007 * 1000
     FROM numbers CROSS JOIN memory_versions v
     WHERE v.store_key = ${store} AND v.sequence = n AND v.changeset_key IS NOT NULL`,
    `${numbers} INSERT INTO memory_reads (store_key, memory_key, actor_type, actor_id, session_id,
       hour, read_count, first_read_at, last_read_at, last_sequence, of_one_version)
     SELECT ${store}, ${memory}, 'session', 'sesn_p' || n, 'sesn_p' || n, 0, 1, ${time}, ${time},
       n - 49, 1 FROM numbers WHERE n % 50 = 0`,
    `UPDATE memory_stores SET last_sequence = ${past}, version_count = ${past}`,
  ]
  await run(db, statements)
  return { storeId, versionId }
}

/** A store of versions and outcomes as if an agent had written them within the last minutes. */
export async function fillChanges(db: Database, changes: number, now: number): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Busy' })
  await createMemory(db, { storeId, path: '/a', content: 'x\n', cause: agent('busy') })
  const numbers = numbersTo(2, changes)
  const time = `${now - changes} + n`
  await run(db, [
    `${numbers} INSERT INTO memory_versions (store_key, sequence, id, memory_key, ordinal,
       operation, node_key, size, created_at, actor_type, actor_id, session_id, changeset_key)
     SELECT v.store_key, n, 'memver_' || n, v.memory_key, n, 'modified', v.node_key, 2, ${time},
       'session', 'sesn_busy', 'sesn_busy', v.changeset_key
     FROM numbers CROSS JOIN memory_versions v WHERE v.sequence = 1`,
    `${numbers} INSERT INTO policy_outcomes (store_key, revision, action, version_sequence,
       memory_key, agent, decided_at)
     SELECT v.store_key, 1, 'review', n, v.memory_key, 'sesn_busy', ${time}
     FROM numbers CROSS JOIN memory_versions v WHERE v.sequence = 1`,
    `UPDATE memory_stores SET last_sequence = ${changes}`,
  ])
  return storeId
}

const run = (db: Database, statements: readonly string[]) =>
  db.write(async (tx) => {
    for (const statement of statements) await tx.run(statement)
  })
