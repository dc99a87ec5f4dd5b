import { FREE_TEXT_OF_SEED_REASON } from './seed-reason'

/**
 * Every table of the database: what identifies its rows, what they are deleted with, and which
 * columns can hold text that a person or an agent wrote. Purging a deleted store, redaction,
 * compaction and the tests' emptying of databases follow this list. Add every new table and text
 * column here; a test compares the list with the database (architecture.md, Erasing).
 */

/** How a text is encoded in a column. */
export type TextFormat =
  /** as it is */
  | 'text'
  /** as it is, on one line: a name */
  | 'line'
  /** the directory of an attached store, derived from its name (lib/text/mount-name.ts) */
  | 'mount'
  /**
   * as JSON. `free`: paths of the free-text fields; the others hold ids and enum values, which a
   * redaction must not touch. `all`: every string, including field names
   */
  | { json: 'all' | readonly string[] }

/** How redacting a text treats a column. */
type ColumnText =
  /** part of a version or a head: emptied or rewritten with it */
  | { holds: 'memory' }
  /** a remark on memories: the redacted text is replaced in place */
  | { holds: 'remark'; format: TextFormat }
  /** what a session said, did or is called: replaced in place, and its run reloads it */
  | { holds: 'conversation'; format: TextFormat }
  /** cannot contain any: ids, hashes of secrets, enum values */
  | { holds: 'nothing'; because: string }

export type TextColumn = { table: string; column: string } & ColumnText
export type RemarkColumn = Extract<TextColumn, { holds: 'remark' }>
export type ConversationColumn = Extract<TextColumn, { holds: 'conversation' }>

export interface Table {
  name: string
  primaryKey: readonly string[]
  /** what its rows are deleted with; null: they outlive everything, or belong to nothing */
  owner: 'store' | 'seed' | 'changeset' | 'directory' | 'session' | null
  /** its text and bytes columns */
  columns: Readonly<Record<string, ColumnText>>
}

/** The free-text fields of a session's settings. */
const SETTINGS = [
  'instructions',
  'memoryPrompt',
  'onlyTopic',
  'context.compaction.instructions',
  'context.clearing.toolUses.excludeTools',
  'context.clearing.toolUses.clearToolInputs',
]

/** The free-text fields of a session's events and queued messages (lib/agent/session-event.ts). */
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

/** The free-text fields of a job's result: the report of an import (lib/transfer/seed-report.ts). */
const JOB_RESULT = [
  'source',
  'history.reason',
  'history.authors',
  'entries.path',
  'outside.path',
  'entries.reason',
  ...FREE_TEXT_OF_SEED_REASON.map((field) => `entries.why.${field}`),
]

const MEMORY: ColumnText = { holds: 'memory' }
const remark = (format: TextFormat): ColumnText => ({ holds: 'remark', format })
const conversation = (format: TextFormat): ColumnText => ({ holds: 'conversation', format })
const nothing = (because: string): ColumnText => ({ holds: 'nothing', because })

const ID = nothing('an id that we make')
const WORD = nothing('a word of a closed set')
const AGENT = nothing('an id that we make, or the name of a model')
const NUMBERS = nothing('numbers, checked by a schema')
const OF_A_FILE = nothing('a hash of a file in a folder of this machine')
const BY_MIGRATIONS = nothing('written by the migrations')

/** Children before parents: an order in which their rows can be deleted. */
export const TABLES: readonly Table[] = [
  {
    name: 'queued_messages',
    primaryKey: ['key'],
    owner: 'session',
    columns: { id: ID, body: conversation({ json: EVENT_BODY }) },
  },
  {
    name: 'session_events',
    primaryKey: ['session_key', 'sequence'],
    owner: 'session',
    columns: { id: ID, type: WORD, body: conversation({ json: EVENT_BODY }) },
  },
  {
    name: 'session_stores',
    primaryKey: ['session_key', 'position'],
    owner: 'session',
    columns: {
      store_id: ID,
      access: WORD,
      name: conversation('line'),
      description: conversation('text'),
      instructions: conversation('text'),
      mount_name: conversation('mount'),
    },
  },
  {
    name: 'sessions',
    primaryKey: ['key'],
    owner: null,
    columns: {
      id: ID,
      title: conversation('line'),
      settings: conversation({ json: SETTINGS }),
      metadata: conversation({ json: 'all' }),
      status: WORD,
      stop_reason: conversation({ json: ['explanation'] }),
      usage: NUMBERS,
      context: nothing('numbers, ids and words of closed sets'),
      draft: conversation({ json: ['text'] }),
      runner: nothing('the name of a process'),
      actor_type: WORD,
      actor_id: ID,
    },
  },
  {
    name: 'proposals',
    primaryKey: ['key'],
    owner: 'store',
    columns: {
      id: ID,
      session_id: ID,
      tool_use_id: ID,
      actor_type: WORD,
      actor_id: ID,
      kind: WORD,
      path: remark('line'),
      command: remark({ json: ['path', 'content', 'input', 'mountName'] }),
      state: WORD,
      rule: ID,
      decider_type: WORD,
      decider_id: ID,
      message: remark('text'),
    },
  },
  {
    name: 'findings',
    primaryKey: ['key'],
    owner: 'store',
    columns: {
      id: ID,
      rule: WORD,
      status: WORD,
      reason: remark('text'),
      actor_type: WORD,
      actor_id: ID,
    },
  },
  {
    name: 'finding_exceptions',
    primaryKey: ['key'],
    owner: 'store',
    columns: { id: ID, rule: WORD, path: remark('line'), actor_type: WORD, actor_id: ID },
  },
  { name: 'store_scans', primaryKey: ['store_key'], owner: 'store', columns: {} },
  {
    name: 'memory_bands',
    primaryKey: ['store_key', 'band', 'memory_key'],
    owner: 'store',
    columns: {},
  },
  {
    name: 'comment_remarks',
    primaryKey: ['key'],
    owner: 'store',
    columns: { id: ID, text: remark('text'), actor_type: WORD, actor_id: ID },
  },
  {
    name: 'comments',
    primaryKey: ['key'],
    owner: 'store',
    columns: { id: ID, disposition: WORD, status: WORD, actor_type: WORD, actor_id: ID },
  },
  {
    name: 'review_events',
    primaryKey: ['key'],
    owner: 'store',
    columns: { type: WORD, subject: ID },
  },
  {
    name: 'hunk_decisions',
    primaryKey: ['key'],
    owner: 'changeset',
    columns: {
      kind: WORD,
      decision: WORD,
      content: remark('text'),
      actor_type: WORD,
      actor_id: ID,
    },
  },
  {
    name: 'review_attention',
    primaryKey: ['changeset_key', 'actor_id', 'day'],
    owner: 'changeset',
    columns: { actor_id: ID },
  },
  {
    name: 'changeset_memories',
    primaryKey: ['changeset_key', 'memory_key'],
    owner: 'changeset',
    columns: { kind: WORD, hunks: nothing('numbers, and words of closed sets') },
  },
  {
    name: 'changeset_reasons',
    primaryKey: ['changeset_key', 'reason'],
    owner: 'changeset',
    columns: { reason: WORD },
  },
  {
    name: 'changesets',
    primaryKey: ['key'],
    owner: 'store',
    columns: {
      id: ID,
      grouping: ID,
      session_id: ID,
      actor_type: WORD,
      actor_id: ID,
      reasons: nothing('numbers, and words of a closed set'),
      state: WORD,
      assignee_type: WORD,
      assignee_id: ID,
    },
  },
  {
    name: 'policy_suspensions',
    primaryKey: ['key'],
    owner: 'store',
    columns: { rule_id: ID, agent: AGENT, resumed_by_type: WORD, resumed_by_id: ID },
  },
  {
    name: 'policy_outcomes',
    primaryKey: ['key'],
    owner: 'store',
    columns: { rule_id: ID, action: WORD, path: remark('line'), operation: WORD, agent: AGENT },
  },
  {
    name: 'policy_revisions',
    primaryKey: ['store_key', 'revision'],
    owner: 'store',
    columns: {
      // Globs are made of paths, which may hold anything.
      policy: remark({ json: ['rules.match.paths', 'rules.why'] }),
      actor_type: WORD,
      actor_id: ID,
    },
  },
  {
    name: 'quarantines',
    primaryKey: ['memory_key'],
    owner: 'store',
    columns: { reason: remark('text'), actor_type: WORD, actor_id: ID },
  },
  {
    name: 'attributions',
    primaryKey: ['store_key', 'sequence'],
    owner: 'store',
    columns: {
      confidence: WORD,
      source: WORD,
      session_id: ID,
      tool_use_id: remark('line'),
      tool: nothing('the name of a tool of Claude Code, or of ours'),
      model: remark('line'),
      prompt: remark('text'),
      said: remark('text'),
    },
  },
  {
    name: 'redacted_texts',
    primaryKey: ['key'],
    owner: 'store',
    columns: { mac: nothing('a keyed hash of a text that was redacted') },
  },
  {
    name: 'outbox',
    primaryKey: ['key'],
    owner: 'store',
    columns: {
      state: WORD,
      problem: WORD,
      token: nothing('random characters'),
      base_sha256: OF_A_FILE,
      wanted_sha256: OF_A_FILE,
    },
  },
  {
    name: 'connection_entries',
    primaryKey: ['connection_key', 'node_key'],
    owner: 'store',
    columns: { sha256: OF_A_FILE, file_id: nothing('numbers of the file system') },
  },
  {
    name: 'connections',
    primaryKey: ['key'],
    owner: 'store',
    columns: {
      id: ID,
      kind: WORD,
      preset: WORD,
      location: remark('line'),
      direction: WORD,
      state: WORD,
      problem: WORD,
      unwatched: remark({ json: ['files.path', 'faults.named.path', 'faults.named.about'] }),
      actor_type: WORD,
      actor_id: ID,
      root_id: nothing('the identity of a folder, in numbers'),
      runner: nothing('the name of a process'),
    },
  },
  { name: 'seed_entries', primaryKey: ['seed_key', 'node_key'], owner: 'seed', columns: {} },
  {
    name: 'seed_left_outs',
    primaryKey: ['key'],
    owner: 'store',
    columns: {
      path: remark('line'),
      kind: WORD,
      reason: remark({ json: FREE_TEXT_OF_SEED_REASON }),
      content: remark('text'),
    },
  },
  {
    name: 'seeds',
    primaryKey: ['key'],
    owner: 'store',
    columns: {
      id: ID,
      source: remark('line'),
      reference: remark('line'),
      location: remark('line'),
      taken: WORD,
    },
  },
  {
    name: 'search_postings',
    primaryKey: ['store_key', 'gram', 'first_sequence'],
    owner: 'store',
    columns: { entries: MEMORY },
  },
  {
    name: 'version_contents',
    primaryKey: ['store_key', 'sequence'],
    owner: 'store',
    columns: { bytes: MEMORY },
  },
  {
    name: 'memory_versions',
    primaryKey: ['store_key', 'sequence'],
    owner: 'store',
    columns: {
      id: ID,
      operation: WORD,
      sha256: MEMORY,
      actor_type: WORD,
      actor_id: ID,
      session_id: ID,
      // The caller chooses them, and they may be any text.
      tool_use_id: remark('line'),
      client: remark('line'),
      redacted_by_type: WORD,
      redacted_by_id: ID,
      rewritten_by_type: WORD,
      rewritten_by_id: ID,
    },
  },
  {
    name: 'memories',
    primaryKey: ['key'],
    owner: 'store',
    columns: { id: ID, path: MEMORY, head_version_id: ID, sha256: MEMORY },
  },
  {
    name: 'directory_spans',
    primaryKey: ['node_key', 'since_sequence'],
    owner: 'directory',
    columns: {},
  },
  {
    name: 'path_nodes',
    primaryKey: ['key'],
    owner: 'store',
    columns: { path: MEMORY, entry: MEMORY },
  },
  {
    name: 'store_events',
    primaryKey: ['store_key', 'sequence'],
    owner: 'store',
    columns: { type: WORD, actor_type: WORD, actor_id: ID },
  },
  {
    name: 'batches',
    primaryKey: ['key'],
    owner: 'store',
    columns: { id: ID, kind: WORD, message: remark('text'), reference: remark('line') },
  },
  {
    name: 'named_moments',
    primaryKey: ['store_key', 'sequence'],
    owner: 'store',
    columns: { name: remark('line'), actor_type: WORD, actor_id: ID },
  },
  {
    // After everything else of a store: reads that were being stored when it was deleted come late.
    name: 'memory_reads',
    primaryKey: ['memory_key', 'last_sequence', 'actor_id', 'session_id', 'hour'],
    owner: 'store',
    columns: { actor_type: WORD, actor_id: ID, session_id: ID },
  },
  {
    name: 'memory_stores',
    primaryKey: ['key'],
    owner: null,
    columns: {
      id: ID,
      name: remark('line'),
      description: remark('text'),
      metadata: remark({ json: 'all' }),
      settings: NUMBERS,
    },
  },
  {
    name: 'actors',
    primaryKey: ['id'],
    owner: null,
    columns: { id: ID, type: WORD, name: remark('line') },
  },
  {
    name: 'observed_sessions',
    primaryKey: ['key'],
    owner: null,
    columns: {
      id: ID,
      outer_id: remark('line'),
      client: WORD,
      client_version: remark('line'),
      project: remark('line'),
      first_prompt: remark('text'),
    },
  },
  {
    name: 'heard_calls',
    primaryKey: ['key'],
    owner: null,
    columns: {
      kind: WORD,
      tool_use_id: remark('line'),
      tool: remark('line'),
      file_hash: OF_A_FILE,
      sha256: OF_A_FILE,
      outer_id: remark('line'),
      project: remark('line'),
    },
  },
  {
    name: 'transcript_offsets',
    primaryKey: ['file_hash'],
    owner: null,
    columns: { file_hash: OF_A_FILE },
  },
  {
    name: 'digest_posts',
    primaryKey: ['id'],
    owner: null,
    columns: { id: ID, period: WORD, fault: WORD, runner: ID },
  },
  {
    name: 'redaction_marks',
    primaryKey: ['key'],
    owner: null,
    columns: { mark: nothing('an id, and a hash of what a redaction left') },
  },
  { name: 'changed_rows', primaryKey: ['number', 'kind', 'key'], owner: null, columns: {} },
  {
    name: 'jobs',
    primaryKey: ['key'],
    owner: null,
    columns: {
      id: ID,
      actor_type: WORD,
      actor_id: ID,
      kind: WORD,
      state: WORD,
      phase: WORD,
      runner: nothing('the name of a process'),
      result: remark({ json: JOB_RESULT }),
      error: remark('text'),
    },
  },
  {
    name: 'api_keys',
    primaryKey: ['id'],
    owner: null,
    columns: {
      id: ID,
      name: remark('line'),
      secret_hash: nothing('a hash of a random key'),
      access: WORD,
      purpose: WORD,
      store_ids: nothing('ids that we make'),
      previous_hash: nothing('a hash of a random key'),
    },
  },
  {
    name: 'mcp_clients',
    primaryKey: ['id'],
    owner: null,
    columns: {
      id: nothing('a hash'),
      actor_id: ID,
      name: remark('line'),
      version: remark('line'),
    },
  },
]

/** The migrations' own table, which no other code of ours touches. */
const MIGRATIONS: Table = {
  name: '_prisma_migrations',
  primaryKey: ['id'],
  owner: null,
  columns: {
    id: BY_MIGRATIONS,
    checksum: BY_MIGRATIONS,
    migration_name: BY_MIGRATIONS,
    logs: BY_MIGRATIONS,
  },
}

/** Every database column that could hold text, with how redaction treats it. */
export const TEXT_COLUMNS: readonly TextColumn[] = [...TABLES, MIGRATIONS].flatMap(
  ({ name, columns }) =>
    Object.entries(columns).map(([column, text]) => ({ table: name, column, ...text })),
)

/** The tables whose rows a redaction empties or rewrites: they are compacted. */
export const TABLES_WITH_TEXT: readonly string[] = [
  ...new Set(TEXT_COLUMNS.filter(({ holds }) => holds !== 'nothing').map(({ table }) => table)),
]
