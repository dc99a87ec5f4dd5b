/**
 * Every column of the database that can hold text which a person or an agent wrote. Whoever adds a
 * column adds it here; a test compares this list with the tables (architecture.md, Erasing).
 */

/** How a text is written in a column. */
export type TextFormat =
  /** as it is */
  | 'text'
  /** as it is, in one line: a name */
  | 'line'
  /** the directory that an attached store is shown as, made of its name (lib/text/mount-name.ts) */
  | 'mount'
  /**
   * as JSON. `free`: paths of the fields that are free text; the others hold ids and words of closed
   * sets, which a redaction must not touch. `all`: every string, and the names of fields as well
   */
  | { json: 'all' | readonly string[] }

/** How a redaction of a text deals with a column. */
export type TextPlace =
  /** part of a version or a head: emptied or rewritten with it */
  | { table: string; column: string; holds: 'memory' }
  /** text about memories: the redacted text is replaced in place */
  | { table: string; column: string; holds: 'remark'; format: TextFormat }
  /** what a session said, did and is called: replaced in place, and its run reads it again */
  | { table: string; column: string; holds: 'conversation'; format: TextFormat }
  /** can hold none: ids, hashes of secrets, words of a closed set */
  | { table: string; column: string; holds: 'nothing'; because: string }

export type RemarkPlace = Extract<TextPlace, { holds: 'remark' }>
export type ConversationColumn = Extract<TextPlace, { holds: 'conversation' }>

/** What of a session's settings is free text. */
const SETTINGS = [
  'instructions',
  'memoryPrompt',
  'onlyTopic',
  'context.compaction.instructions',
  'context.clearing.toolUses.excludeTools',
  'context.clearing.toolUses.clearToolInputs',
]

/** What of a session's events and queued messages is free text (lib/agent/session-event.ts). */
const EVENT_BODY = [
  'texts',
  'denyMessage',
  'text',
  'thinking',
  'input',
  'malformedInput',
  'content',
  'error.message',
  'stopReason.explanation',
  ...SETTINGS.map((path) => `settings.${path}`),
  'instructions',
  'summary',
  'restored.text',
  'restored.shownPath',
  'kept',
  'message',
  'block.content',
]

/** What of a job's result is free text: the report of an import (lib/transfer/seed-report.ts). */
const JOB_RESULT = ['source', 'history.reason', 'history.authors', 'entries.path', 'entries.reason']

const memory = (table: string, ...columns: string[]): TextPlace[] =>
  columns.map((column) => ({ table, column, holds: 'memory' }))

const remark = (table: string, format: TextFormat, ...columns: string[]): TextPlace[] =>
  columns.map((column) => ({ table, column, holds: 'remark', format }))

const conversation = (table: string, format: TextFormat, ...columns: string[]): TextPlace[] =>
  columns.map((column) => ({ table, column, holds: 'conversation', format }))

const nothing = (because: string, table: string, ...columns: string[]): TextPlace[] =>
  columns.map((column) => ({ table, column, holds: 'nothing', because }))

export const TEXT_PLACES: readonly TextPlace[] = [
  ...memory('memories', 'path', 'sha256'),
  ...memory('memory_versions', 'sha256'),
  ...memory('version_contents', 'bytes'),
  ...memory('path_nodes', 'path', 'entry'),
  ...memory('search_postings', 'entries'),
  ...remark('memory_stores', 'line', 'name'),
  ...remark('memory_stores', 'text', 'description'),
  ...remark('memory_stores', { json: 'all' }, 'metadata'),
  // Whoever writes gives it, and it may be any text.
  ...remark('memory_versions', 'line', 'tool_use_id'),
  ...remark('batches', 'text', 'message'),
  ...remark('batches', 'line', 'reference'),
  ...remark('named_moments', 'line', 'name'),
  ...remark('seeds', 'line', 'source', 'reference', 'location'),
  ...remark('seed_left_outs', 'line', 'path'),
  ...remark('seed_left_outs', 'text', 'reason', 'content'),
  ...remark('actors', 'line', 'name'),
  ...remark('jobs', { json: JOB_RESULT }, 'result'),
  ...remark('jobs', 'text', 'error'),
  ...remark('api_keys', 'line', 'name'),
  ...conversation('sessions', 'line', 'title'),
  ...conversation('sessions', { json: SETTINGS }, 'settings'),
  ...conversation('sessions', { json: 'all' }, 'metadata'),
  ...conversation('sessions', { json: ['explanation'] }, 'stop_reason'),
  ...conversation('sessions', { json: ['text'] }, 'draft'),
  ...conversation('session_stores', 'line', 'name'),
  ...conversation('session_stores', 'text', 'description', 'instructions'),
  ...conversation('session_stores', 'mount', 'mount_name'),
  ...conversation('session_events', { json: EVENT_BODY }, 'body'),
  ...conversation('queued_messages', { json: EVENT_BODY }, 'body'),
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
    'redacted_by_type',
    'redacted_by_id',
    'rewritten_by_type',
    'rewritten_by_id',
  ),
  ...nothing('words of a closed set, and ids', 'store_events', 'type', 'actor_type', 'actor_id'),
  ...nothing('an id, and a word of a closed set', 'batches', 'id', 'kind'),
  ...nothing('an id, and a word of a closed set', 'named_moments', 'actor_type', 'actor_id'),
  ...nothing('an id, and a word of a closed set', 'actors', 'id', 'type'),
  ...nothing('ids', 'memory_reads', 'actor_type', 'actor_id', 'session_id'),
  ...nothing('an id that we make, and a word of a closed set', 'seeds', 'id', 'taken'),
  ...nothing('a word of a closed set', 'seed_left_outs', 'kind'),
  ...nothing(
    'ids, and words of closed sets',
    'jobs',
    'id',
    'actor_type',
    'actor_id',
    'kind',
    'state',
    'phase',
  ),
  ...nothing(
    'ids, words of closed sets, a hash of a random key',
    'api_keys',
    'id',
    'secret_hash',
    'access',
    'purpose',
    'store_ids',
  ),
  ...nothing(
    'ids, words of closed sets, numbers',
    'sessions',
    'id',
    'status',
    'runner',
    'actor_type',
    'actor_id',
    'usage',
    'context',
  ),
  ...nothing('an id, and a word of a closed set', 'session_stores', 'store_id', 'access'),
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

/** The tables whose rows a redaction empties or rewrites: what is freed there is compacted. */
export const TABLES_WITH_TEXT: readonly string[] = [
  ...new Set(TEXT_PLACES.filter(({ holds }) => holds !== 'nothing').map(({ table }) => table)),
]
