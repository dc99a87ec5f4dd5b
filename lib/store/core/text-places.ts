/**
 * Every column of the database that can hold text which a person or an agent wrote. Whoever adds a
 * column adds it here; a test compares this list with the tables (architecture.md, Erasing).
 */

/** How a redaction of a text deals with a column. */
export type TextPlace =
  /** part of a version or a head: emptied or rewritten with it */
  | { table: string; column: string; holds: 'memory' }
  /** text about memories: the redacted text is replaced in place */
  | { table: string; column: string; holds: 'remark'; storeKeyColumn: string | null }
  /** JSON of a session: the redacted text is replaced in its strings */
  | { table: string; column: string; holds: 'conversation'; sessionKeyColumn: string }
  /** can hold none: ids, hashes of secrets, words of a closed set */
  | { table: string; column: string; holds: 'nothing'; because: string }

const memory = (table: string, ...columns: string[]): TextPlace[] =>
  columns.map((column) => ({ table, column, holds: 'memory' }))

const remark = (table: string, storeKeyColumn: string | null, ...columns: string[]): TextPlace[] =>
  columns.map((column) => ({ table, column, holds: 'remark', storeKeyColumn }))

const conversation = (table: string, sessionKeyColumn: string, ...columns: string[]): TextPlace[] =>
  columns.map((column) => ({ table, column, holds: 'conversation', sessionKeyColumn }))

const nothing = (because: string, table: string, ...columns: string[]): TextPlace[] =>
  columns.map((column) => ({ table, column, holds: 'nothing', because }))

export const TEXT_PLACES: readonly TextPlace[] = [
  ...memory('memories', 'path', 'sha256'),
  ...memory('memory_versions', 'sha256'),
  ...memory('version_contents', 'bytes'),
  ...memory('path_nodes', 'path', 'entry'),
  ...memory('search_postings', 'entries'),
  ...remark('memory_stores', 'key', 'name', 'description', 'metadata'),
  ...remark('batches', 'store_key', 'message', 'reference'),
  ...remark('named_moments', 'store_key', 'name'),
  ...remark('seeds', 'store_key', 'source', 'reference'),
  ...remark('actors', null, 'name'),
  ...remark('jobs', null, 'result', 'error'),
  ...remark('api_keys', null, 'name'),
  ...conversation('sessions', 'key', 'title', 'settings', 'metadata', 'draft'),
  ...conversation('session_stores', 'session_key', 'name', 'description', 'instructions'),
  ...conversation('session_events', 'session_key', 'body'),
  ...conversation('queued_messages', 'session_key', 'body'),
  ...nothing('ids that we make', 'memory_stores', 'id'),
  ...nothing('numbers, checked by a schema', 'memory_stores', 'settings'),
  ...nothing('ids that we make', 'memories', 'id', 'head_version_id'),
  ...nothing('ids that we make', 'memory_versions', 'id'),
  ...nothing(
    'ids, and words of closed sets',
    'memory_versions',
    'operation',
    'actor_type',
    'actor_id',
    'session_id',
    'tool_use_id',
    'redacted_by_type',
    'redacted_by_id',
  ),
  ...nothing('words of a closed set, and ids', 'store_events', 'type', 'actor_type', 'actor_id'),
  ...nothing('an id, and a word of a closed set', 'batches', 'id', 'kind'),
  ...nothing('an id, and a word of a closed set', 'named_moments', 'actor_type', 'actor_id'),
  ...nothing('an id, and a word of a closed set', 'actors', 'id', 'type'),
  ...nothing('ids', 'memory_reads', 'actor_type', 'actor_id', 'session_id'),
  ...nothing('an id that we make', 'seeds', 'id'),
  ...nothing('an id, and words of closed sets', 'jobs', 'id', 'kind', 'state', 'phase'),
  ...nothing('ids, a hash of a random key', 'api_keys', 'id', 'secret_hash', 'access', 'store_ids'),
  ...nothing(
    'ids, words of closed sets, numbers',
    'sessions',
    'id',
    'status',
    'stop_reason',
    'runner',
    'usage',
    'context',
  ),
  ...nothing(
    'an id, a word of a closed set, a slug of the name',
    'session_stores',
    'store_id',
    'access',
    'mount_name',
  ),
  ...nothing('an id, and a word of a closed set', 'session_events', 'id', 'type'),
  ...nothing('an id', 'queued_messages', 'id'),
  ...nothing(
    'written by the migrations',
    '_prisma_migrations',
    'id',
    'checksum',
    'migration_name',
    'logs',
  ),
]
