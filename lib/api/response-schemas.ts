import { z } from 'zod'
import { SESSION_EVENT_TYPES } from '@/lib/agent/session-event'
import { LEVELS, REASONS } from '@/lib/review/model/attention'
import { CHANGESET_STATES } from '@/lib/review/model/changeset'
import { jobAnswer } from '@/lib/wire/job'
import { seedPlanAnswer } from '@/lib/wire/seed-report'

/**
 * Response schemas. The OpenAPI description is made from them, and real responses are checked
 * against them.
 */

const time = z.iso.datetime({ precision: 3 })
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const size = z.int().nonnegative()

const actor = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('session_actor'), session_id: z.string() }),
  z.strictObject({ type: z.literal('api_actor'), api_key_id: z.string() }),
  z.strictObject({ type: z.literal('user_actor'), user_id: z.string() }),
  z.strictObject({ type: z.literal('service_account_actor'), service_account_id: z.string() }),
])

const store = z.strictObject({
  id: z.string(),
  type: z.literal('memory_store'),
  name: z.string(),
  description: z.string(),
  metadata: z.record(z.string(), z.string()),
  created_at: time,
  updated_at: time,
  archived_at: time.nullable(),
})

const memory = z.strictObject({
  id: z.string(),
  type: z.literal('memory'),
  memory_store_id: z.string(),
  memory_version_id: z.string(),
  path: z.string(),
  content: z.string().nullable(),
  content_sha256: sha256,
  content_size_bytes: size,
  created_at: time,
  updated_at: time,
})

const listItem = z.discriminatedUnion('type', [
  memory.extend({ size_bytes: size.optional() }),
  z.strictObject({ type: z.literal('memory_prefix'), path: z.string() }),
])

const version = z.strictObject({
  id: z.string(),
  type: z.literal('memory_version'),
  memory_store_id: z.string(),
  memory_id: z.string(),
  operation: z.enum(['created', 'modified', 'deleted']),
  path: z.string().nullable(),
  content: z.string().nullable(),
  content_sha256: sha256.nullable(),
  content_size_bytes: size.nullable(),
  created_at: time,
  created_by: actor,
  redacted_at: time.nullable(),
  redacted_by: actor.nullable(),
  palimpsest: z
    .strictObject({ redacted_in_part: z.strictObject({ at: time, by: actor.nullable() }) })
    .optional(),
})

const page = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ data: z.array(item), next_page: z.string().nullable() })

const state = z.strictObject({
  path: z.string(),
  content_sha256: sha256,
  content_size_bytes: size,
  memory_version_id: z.string().optional(),
})

const planned = z.strictObject({
  memory_id: z.string(),
  before: state.nullable(),
  after: state.nullable(),
})

const rollback = z.strictObject({
  type: z.literal('memory_store_rollback'),
  dry_run: z.boolean(),
  plan: sha256,
  batch_id: z.string().nullable(),
  memory_version_ids: z.array(z.string()),
  counts: z.strictObject({
    will_change: size,
    already_so: size,
    changed_since: size,
    cannot: size,
  }),
  will_change: z.array(planned),
  already_so: z.array(planned),
  changed_since: z.array(planned.extend({ by: actor, at: time })),
  cannot: z.array(planned.extend({ reason: z.enum(['redacted', 'path_taken']) })),
})

const changes = z.strictObject({
  type: z.literal('memory_store_changes'),
  data: z.array(planned.extend({ change: z.enum(['created', 'modified', 'renamed', 'deleted']) })),
  redacted_memory_ids: z.array(z.string()),
})

const match = z.strictObject({
  line: z.int().positive(),
  column: z.int().positive(),
  length: z.int().positive(),
  snippet: z.string(),
  snippet_start: size,
})

const search = z.strictObject({
  data: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('memory_search_hit'),
        memory,
        path_matches: z.boolean(),
        matches: z.array(match),
      }),
      z.strictObject({
        type: z.literal('memory_history_hit'),
        memory_id: z.string(),
        appearances: z.array(z.strictObject({ from: version, until: version.nullable() })),
        matches: z.array(match),
      }),
    ]),
  ),
  has_more: z.boolean(),
})

const reads = z.strictObject({
  data: z.array(
    z.strictObject({
      type: z.literal('memory_read'),
      memory_id: z.string(),
      actor,
      session_id: z.string().nullable(),
      read_count: z.int().positive(),
      first_read_at: time,
      last_read_at: time,
    }),
  ),
})

const toolResult = z.strictObject({
  type: z.literal('memory_tool_result'),
  content: z.string(),
  is_error: z.boolean(),
  memory_version_ids: z.array(z.string()),
})

const textPlaces = z.strictObject({
  counts: z.strictObject({ memories: size, versions: size, remarks: size, conversations: size }),
  data: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('memory'),
        memory_store_id: z.string(),
        memory_id: z.string(),
        path: z.string().nullable(),
        holds_it_now: z.boolean(),
        versions: size,
        count: size,
      }),
      z.strictObject({
        type: z.literal('remark'),
        memory_store_id: z.string().nullable(),
        place: z.string(),
        values: size,
        count: size,
      }),
      z.strictObject({
        type: z.literal('conversation'),
        place: z.string(),
        values: size,
        count: size,
      }),
    ]),
  ),
  total: size,
})

const session = z.looseObject({
  id: z.string(),
  type: z.literal('session'),
  title: z.string().nullable(),
  status: z.enum(['rescheduling', 'running', 'idle', 'terminated']),
  agent: z.looseObject({
    id: z.string(),
    type: z.literal('agent'),
    model: z.looseObject({ id: z.string() }),
    system: z.string().nullable(),
  }),
  environment_id: z.string(),
  resources: z.array(
    z.strictObject({
      type: z.literal('memory_store'),
      memory_store_id: z.string(),
      name: z.string(),
      description: z.string(),
      access: z.enum(['read_write', 'read_only']),
      instructions: z.string().nullable(),
      mount_path: z.string(),
    }),
  ),
  metadata: z.record(z.string(), z.string()),
  usage: z.looseObject({ input_tokens: size, output_tokens: size }),
  created_at: time,
  updated_at: time,
  archived_at: time.nullable(),
})

const sessionEvent = z.looseObject({
  id: z.string(),
  type: z.enum(SESSION_EVENT_TYPES),
  processed_at: time.nullable(),
})

const changeset = z.strictObject({
  id: z.string(),
  type: z.literal('changeset'),
  memory_store_id: z.string(),
  session_id: z.string().nullable(),
  actor,
  state: z.enum(CHANGESET_STATES),
  /** whether level, reasons and counts follow from all of its changes yet */
  examined: z.boolean(),
  level: z.enum(LEVELS),
  /** how many hunks each names */
  reasons: z.partialRecord(z.enum(REASONS), size),
  counts: z.strictObject({
    changes: size,
    memories: size,
    lines_added: size,
    lines_removed: size,
    lines_lost: size,
    hunks: size,
    open_hunks: size,
  }),
  first_changed_at: time,
  last_changed_at: time,
  /** null while snoozed: until its next change */
  snoozed_until: time.nullable(),
  assignee: actor.nullable(),
  /** grows with every change of what is told here */
  revision: size,
})

const changesetMemory = z.strictObject({
  memory_id: z.string(),
  /** where it is now; null: deleted */
  path: z.string().nullable(),
  change: z.enum(['created', 'modified', 'renamed', 'deleted']).nullable(),
  /** the changeset's last version of it that was examined */
  memory_version_id: z.string(),
  level: z.enum(LEVELS),
  counts: z.strictObject({
    lines_added: size,
    lines_removed: size,
    lines_lost: size,
    hunks: size,
    open_hunks: size,
  }),
})

/** The lines on one side, to the byte; null: no memory was there, or it is redacted. */
const hunkSide = z
  .strictObject({
    path: z.string(),
    line: z.int().positive(),
    line_count: size,
    text: z.string(),
  })
  .nullable()

const hunk = z.strictObject({
  id: z.string(),
  type: z.literal('changeset_hunk'),
  kind: z.enum(['lines', 'created', 'deleted', 'renamed']),
  memory_id: z.string(),
  memory_version_id: z.string(),
  level: z.enum(LEVELS),
  reasons: z.array(z.enum(REASONS)),
  routine: z.enum(['spacing', 'moved', 'appended']).nullable(),
  lines_lost: size,
  redacted: z.boolean(),
  before: hunkSide,
  after: hunkSide,
  findings: z.array(
    z.strictObject({
      rule: z.string(),
      category: z.enum(['secret', 'personal_data', 'instructions', 'hidden', 'hygiene']),
      severity: z.enum(['critical', 'high', 'medium', 'low']),
      line: z.int().positive(),
      column: z.int().positive(),
      length: size,
    }),
  ),
  decision: z
    .strictObject({
      decision: z.enum(['accepted', 'rejected', 'edited']),
      content: z.string().nullable(),
      seen: z.boolean(),
      by: actor,
      at: time,
      /** whether a rejection or an edit is written */
      applied: z.boolean(),
    })
    .nullable(),
})

const decisions = z.strictObject({
  type: z.literal('changeset_decisions'),
  changeset_id: z.string(),
  counts: z.strictObject({ decisions: size, open_hunks: size }),
  revision: size,
})

const deleted = <Type extends string>(type: Type) =>
  z.strictObject({ id: z.string(), type: z.literal(type) })

const error = z.strictObject({
  type: z.literal('error'),
  error: z.strictObject({
    type: z.enum([
      'invalid_request_error',
      'authentication_error',
      'permission_error',
      'not_found_error',
      'request_too_large',
      'rate_limit_error',
      'api_error',
      'overloaded_error',
      'memory_path_conflict_error',
      'memory_precondition_failed_error',
      'memory_precondition_failed',
      'conflict_error',
    ]),
    message: z.string(),
    /** the kind of refusal, where the type is too coarse */
    code: z.string().optional(),
    /** with `folder_not_allowed`: the readable folders, as SEED_ROOTS lists them */
    allowed_folders: z.string().optional(),
    /** with a source that cannot be read: which problem it is, with its facts */
    why: z.looseObject({ code: z.string() }).optional(),
    conflicting_path: z.string().optional(),
    conflicting_memory_id: z.string().optional(),
    /** with a decision that was not recorded: the hunk that stood against it */
    hunk_id: z.string().optional(),
  }),
  request_id: z.string(),
})

/** Keyed by their names in the OpenAPI description. */
export const RESPONSES = {
  MemoryStore: store,
  MemoryStorePage: page(store),
  DeletedMemoryStore: deleted('memory_store_deleted'),
  Memory: memory,
  MemoryPage: page(listItem),
  DeletedMemory: deleted('memory_deleted'),
  MemoryVersion: version,
  MemoryVersionPage: page(version),
  MemoryToolResult: toolResult,
  Rollback: rollback,
  Changes: changes,
  SearchResult: search,
  Reads: reads,
  Session: session,
  SessionPage: page(session).extend({ prev_page: z.string().nullable() }),
  DeletedSession: deleted('session_deleted'),
  SessionEventPage: page(sessionEvent),
  SentSessionEvents: z.strictObject({ data: z.array(sessionEvent) }),
  Changeset: changeset,
  ChangesetPage: page(changeset),
  ChangesetWithMemories: changeset.extend({ memories: z.array(changesetMemory) }),
  HunkPage: page(hunk),
  Decisions: decisions,
  Job: jobAnswer,
  ImportAnswer: z.union([seedPlanAnswer, jobAnswer]),
  RedactionAnswer: z.union([textPlaces, jobAnswer]),
  Description: z.looseObject({ openapi: z.literal('3.1.0'), paths: z.looseObject({}) }),
  Error: error,
}

export type ResponseName = keyof typeof RESPONSES
