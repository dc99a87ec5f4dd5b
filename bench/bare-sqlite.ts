import Sqlite from 'better-sqlite3'
import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import { migrateSqlite } from '@/lib/db/migrate'
import { newId } from '@/lib/text/prefixed-id'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'

/**
 * The upper bound: the rows that lib/store writes for each command (head, version, content, event,
 * path, store totals), by prepared statements of better-sqlite3, in one synced transaction each. It
 * checks nothing, returns nothing and cannot be queried.
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
  const statements = {
    store: db.prepare(
      'UPDATE memory_stores SET last_sequence = ?, last_changed_at = ?, memory_count = ?, byte_size = ?, version_count = ? WHERE key = 1',
    ),
    memory: db.prepare(
      `INSERT INTO memories (id, store_key, path, head_sequence, head_version_id, sha256, size, created_at, updated_at, version_count) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, 1)`,
    ),
    head: db.prepare(
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
      'INSERT INTO version_contents (store_key, sequence, encoding, bytes) VALUES (1, ?, 0, ?)',
    ),
    read: db.prepare<[string], { bytes: Buffer }>(
      'SELECT c.bytes FROM memories m JOIN version_contents c ON c.store_key = 1 AND c.sequence = m.head_sequence WHERE m.store_key = 1 AND m.path = ?',
    ),
    event: db.prepare(
      `INSERT INTO store_events (store_key, sequence, type, created_at, version_sequence) VALUES (1, ?, ?, ?, ?)`,
    ),
  }
  let sequence = 0
  const known = new Map<string, { key: number; sequence: number; ordinal: number; text: string }>()

  const write = db.transaction((path: string, from: string | null, text: string | null) => {
    const at = Date.now()
    const id = newId('memver', at)
    const bytes = text === null ? null : utf8Bytes(text)
    const sha = bytes === null ? null : sha256Hex(bytes)
    const before = known.get(from ?? path)
    sequence++
    let key = before?.key ?? 0
    if (!before) {
      key = Number(
        statements.memory.run(newId('mem', at), path, sequence, id, sha, bytes?.length, at, at)
          .lastInsertRowid,
      )
    } else {
      statements.head.run(
        text === null ? null : path,
        sequence,
        id,
        sha,
        bytes?.length ?? null,
        at,
        key,
      )
      statements.until.run(sequence, before.sequence)
    }
    if (from !== null || text === null) statements.leave.run(from ?? path)
    let nodeKey = 1
    if (!before || from !== null)
      nodeKey = Number(statements.node.run(path, path, key).lastInsertRowid)
    const operation = text === null ? 'deleted' : before ? 'modified' : 'created'
    statements.version.run(
      sequence,
      id,
      key,
      (before?.ordinal ?? 0) + 1,
      operation,
      nodeKey,
      sha,
      bytes?.length ?? null,
      at,
    )
    if (bytes) statements.content.run(sequence, bytes)
    statements.event.run(sequence, `memory.${operation}`, at, sequence)
    statements.store.run(sequence, at, known.size, 0, sequence)
    if (from !== null) known.delete(from)
    if (text === null) known.delete(path)
    else known.set(path, { key, sequence, ordinal: (before?.ordinal ?? 0) + 1, text })
  })

  const textAt = (path: string) => known.get(path)?.text ?? ''
  return {
    create: async ({ path, file_text }) => (write.immediate(path, null, file_text), ''),
    view: async ({ path }) => statements.read.get(path)?.bytes.toString('utf8') ?? '',
    str_replace: async ({ path, old_str, new_str }) => (
      write.immediate(path, null, textAt(path).replace(old_str, new_str)),
      ''
    ),
    insert: async ({ path, insert_text }) => (
      write.immediate(path, null, `${insert_text}\n${textAt(path)}`),
      ''
    ),
    rename: async ({ old_path, new_path }) => (
      write.immediate(new_path, old_path, textAt(old_path)),
      ''
    ),
    delete: async ({ path }) => (write.immediate(path, null, null), ''),
    close: () => db.close(),
  }
}
