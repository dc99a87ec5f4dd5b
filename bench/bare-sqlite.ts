import Sqlite from 'better-sqlite3'
import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import { migrateSqlite } from '@/lib/db/migrate'
import { newId } from '@/lib/text/prefixed-id'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { applyDelta, encodeSplice } from '@/lib/text/delta'

/**
 * The upper bound: the rows that lib/store writes for each command (head, version, content, whole or
 * as a delta, event, path, its directory and when that existed, changeset, totals, what others are
 * told of), by prepared statements of better-sqlite3; commands that arrive together share a synced
 * transaction. It checks nothing, returns nothing and cannot be queried.
 */
export async function bareHandlers(file: string): Promise<MemoryToolHandlers & { close(): void }> {
  await migrateSqlite(file)
  const db = new Sqlite(file)
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'secure_delete = ON',
  ]) {
    db.pragma(pragma)
  }
  const now = Date.now()
  db.prepare(
    `INSERT INTO memory_stores (key, id, name, created_at, updated_at) VALUES (1, 'memstore_bare', 'bare', ?, ?)`,
  ).run(now, now)
  db.prepare(
    `INSERT INTO changesets (key, id, store_key, grouping, actor_type, actor_id, first_sequence, last_sequence,
       first_changed_at, last_changed_at, change_count) VALUES (1, 'chgset_bare', 1, 'session:sesn_1', 'session', 'sesn_1', 1, 1, ?, ?, 1)`,
  ).run(now, now)
  const statements = {
    store: db.prepare(
      'UPDATE memory_stores SET last_sequence = ?, last_changed_at = ?, memory_count = ?, byte_size = ?, version_count = ? WHERE key = 1',
    ),
    memory: db.prepare(
      `INSERT INTO memories (id, store_key, path, head_sequence, head_version_id, sha256, size, created_at, updated_at, version_count) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, 1)`,
    ),
    update: db.prepare(
      'UPDATE memories SET path = ?, head_sequence = ?, head_version_id = ?, sha256 = ?, size = ?, updated_at = ?, version_count = version_count + 1 WHERE key = ?',
    ),
    node: db.prepare(
      'INSERT INTO path_nodes (store_key, parent_key, path, entry, memory_key) VALUES (1, 1, ?, ?, ?)',
    ),
    leave: db.prepare(
      'UPDATE path_nodes SET entry = NULL, memory_key = NULL WHERE store_key = 1 AND path = ?',
    ),
    version: db.prepare(
      `INSERT INTO memory_versions (store_key, sequence, id, memory_key, ordinal, operation, node_key, sha256, size, created_at, actor_type, actor_id) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'session', 'sesn_1')`,
    ),
    until: db.prepare(
      'UPDATE memory_versions SET until_sequence = ? WHERE store_key = 1 AND sequence = ?',
    ),
    content: db.prepare(
      'INSERT INTO version_contents (store_key, sequence, encoding, base_sequence, bytes) VALUES (1, ?, ?, ?, ?)',
    ),
    stored: db.prepare<[number], ContentRow>(
      'SELECT base_sequence, bytes FROM version_contents WHERE store_key = 1 AND sequence = ?',
    ),
    head: db.prepare<[string], { head_sequence: number }>(
      'SELECT head_sequence FROM memories WHERE store_key = 1 AND path = ?',
    ),
    enter: db.prepare(
      `INSERT INTO path_nodes (store_key, parent_key, path, entry, memory_count, byte_size) VALUES (1, 1, ?, ?, 1, ?)
       ON CONFLICT (store_key, path) DO UPDATE SET entry = excluded.entry, memory_count = memory_count + 1,
         byte_size = byte_size + excluded.byte_size RETURNING key, memory_count`,
    ),
    left: db.prepare(
      `UPDATE path_nodes SET memory_count = memory_count - 1, byte_size = byte_size - ?,
         entry = CASE WHEN memory_count = 1 THEN NULL ELSE entry END
       WHERE store_key = 1 AND path = ? RETURNING key, memory_count`,
    ),
    resize: db.prepare(
      'UPDATE path_nodes SET byte_size = byte_size + ? WHERE store_key = 1 AND path = ?',
    ),
    since: db.prepare('INSERT INTO directory_spans (node_key, since_sequence) VALUES (?, ?)'),
    gone: db.prepare(
      'UPDATE directory_spans SET until_sequence = ? WHERE node_key = ? AND until_sequence IS NULL',
    ),
    changeset: db.prepare(
      'UPDATE changesets SET last_sequence = ?, change_count = change_count + 1, revision = revision + 1 WHERE key = 1',
    ),
    changed: db.prepare('INSERT INTO changed_rows (number, kind, key) VALUES (?, 0, 1)'),
    event: db.prepare(
      `INSERT INTO store_events (store_key, sequence, type, created_at, version_sequence) VALUES (1, ?, ?, ?, ?)`,
    ),
  }
  let sequence = 0
  let commits = 0
  const known = new Map<string, Known>()

  function write(path: string, from: string | null, text: string | null): void {
    const at = Date.now()
    const id = newId('memver', at)
    const bytes = text === null ? null : utf8Bytes(text)
    const sha = bytes === null ? null : sha256Hex(bytes)
    const size = bytes?.length ?? null
    const before = known.get(from ?? path)
    sequence++
    const { update, until, leave, node, memory, version, event } = statements
    let key = before?.key ?? 0
    if (!before) {
      const row = memory.run(newId('mem', at), path, sequence, id, sha, size, at, at)
      key = Number(row.lastInsertRowid)
    } else {
      update.run(text === null ? null : path, sequence, id, sha, size, at, key)
      until.run(sequence, before.sequence)
    }
    const isMoved = from !== null || text === null
    if (isMoved) leave.run(from ?? path)
    if (before && isMoved) leaveDirectory(from ?? path, before.bytes.length)
    let nodeKey = 1
    if (!before || from !== null) {
      nodeKey = Number(node.run(path, path, key).lastInsertRowid)
      enterDirectory(path, size ?? 0)
    } else if (bytes) statements.resize.run(bytes.length - before.bytes.length, directoryOf(path))
    const operation = text === null ? 'deleted' : before ? 'modified' : 'created'
    const ordinal = (before?.ordinal ?? 0) + 1
    version.run(sequence, id, key, ordinal, operation, nodeKey, sha, size, at)
    if (bytes) {
      const content = storedAs(bytes, before)
      statements.content.run(sequence, content.encoding, content.base, content.bytes)
    }
    event.run(sequence, `memory.${operation}`, at, sequence)
    statements.changeset.run(sequence)
    statements.store.run(sequence, at, known.size, 0, sequence)
    if (from !== null) known.delete(from)
    if (text === null || !bytes) known.delete(path)
    else known.set(path, { key, sequence, ordinal, text, bytes })
  }

  function enterDirectory(path: string, size: number): void {
    const directory = directoryOf(path)
    const entered = statements.enter.get(directory, directory, size) as DirectoryRow
    if (entered.memory_count === 1) statements.since.run(entered.key, sequence)
  }

  function leaveDirectory(path: string, size: number): void {
    const left = statements.left.get(size, directoryOf(path)) as DirectoryRow
    if (left.memory_count === 0) statements.gone.run(sequence, left.key)
  }

  const commit = db.transaction((writes: readonly (() => void)[]) => {
    for (const each of writes) each()
    statements.changed.run(++commits)
  })
  let waiting: { run: () => void; done: (answer: string) => void }[] = []
  const together = (run: () => void) =>
    new Promise<string>((done) => {
      waiting.push({ run, done })
      if (waiting.length > 1) return
      setImmediate(() => {
        const jobs = waiting
        waiting = []
        commit.immediate(jobs.map((job) => job.run))
        for (const job of jobs) job.done('')
      })
    })

  const contentOf = (sequence: number): Buffer => {
    const row = statements.stored.get(sequence)
    if (!row) throw new Error('a version has no content')
    return row.base_sequence === null
      ? row.bytes
      : applyDelta(contentOf(row.base_sequence), row.bytes)
  }
  const textAt = (path: string) => known.get(path)?.text ?? ''
  return {
    create: ({ path, file_text }) => together(() => write(path, null, file_text)),
    view: async ({ path }) => {
      const head = statements.head.get(path)
      return head ? contentOf(head.head_sequence).toString('utf8') : ''
    },
    str_replace: ({ path, old_str, new_str }) =>
      together(() => write(path, null, textAt(path).replace(old_str, new_str))),
    insert: ({ path, insert_text }) =>
      together(() => write(path, null, `${insert_text}\n${textAt(path)}`)),
    rename: ({ old_path, new_path }) => together(() => write(new_path, old_path, textAt(old_path))),
    delete: ({ path }) => together(() => write(path, null, null)),
    close: () => db.close(),
  }
}

interface Known {
  key: number
  sequence: number
  ordinal: number
  text: string
  bytes: Buffer
}

interface DirectoryRow {
  key: number
  memory_count: number
}

const directoryOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** Encodings of a version, as in lib/store: whole, or as the difference from the one before it. */
const WHOLE = 0
const DELTA = 2
const MIN_SPLICED = 4096
const WHOLE_EVERY = 8

function storedAs(bytes: Buffer, before: Known | undefined) {
  const whole = { encoding: WHOLE, base: null, bytes }
  if (!before || bytes.length < MIN_SPLICED || (before.ordinal + 1) % WHOLE_EVERY === 0) {
    return whole
  }
  const delta = encodeSplice(before.bytes, bytes)
  if (delta.length > bytes.length / 2) return whole
  return { encoding: DELTA, base: before.sequence, bytes: delta }
}

interface ContentRow {
  base_sequence: number | null
  bytes: Buffer
}
