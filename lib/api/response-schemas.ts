import { z } from 'zod'
import { SESSION_EVENT_TYPES } from '@/lib/agent/session-event'
import { LEVELS, REASONS } from '@/lib/review/model/attention'
import {
  POLICY_ACTIONS,
  POLICY_CATEGORIES,
  POLICY_DEFAULTS,
  SEVERITIES,
} from '@/lib/review/model/policy'
import { CHANGESET_STATES } from '@/lib/review/model/changeset'
import { DIGEST_PERIODS } from '@/lib/review/model/digest'
import { FINDING_STATUSES } from '@/lib/review/model/finding'
import { COMMENT_STATUSES, DISPOSITIONS } from '@/lib/review/model/comment'
import { MAX_STEPS } from '@/lib/store/model/reach'
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
  palimpsest: z.strictObject({ damaged: z.literal(true) }).optional(),
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
    .strictObject({
      redacted_in_part: z.strictObject({ at: time, by: actor.nullable() }).optional(),
      damaged: z.literal(true).optional(),
    })
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
  cannot: z.array(planned.extend({ reason: z.enum(['redacted', 'damaged', 'path_taken']) })),
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
  /** versions that may hold it and are damaged */
  unreadable: z.array(z.string()),
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
  /** damaged versions that may hold it */
  unreadable: z.array(z.string()),
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

const policyRule = z.strictObject({
  id: z.string(),
  action: z.enum(POLICY_ACTIONS),
  match: z.strictObject({
    paths: z.array(z.string()),
    operations: z.array(z.enum(['created', 'modified', 'renamed', 'deleted'])),
    agents: z.array(z.string()),
    min_lost_lines: size.nullable(),
    min_bytes: size.nullable(),
    finding: z
      .strictObject({
        category: z.enum(POLICY_CATEGORIES).nullable(),
        severity: z.enum(SEVERITIES).nullable(),
      })
      .nullable(),
    earned: z.strictObject({ accepted: size, days: size }).nullable(),
  }),
  until: time.nullable(),
  sample: z.number().nullable(),
  /** hours */
  lapse_after: z.number().nullable(),
  on_lapse: z.enum(['deny', 'quarantine']),
  /** what agents are told; null: what the rule is about */
  why: z.string().nullable(),
})

const reviewPolicy = z.strictObject({
  type: z.literal('review_policy'),
  memory_store_id: z.string(),
  /** 0: none was saved, and everything is reviewed */
  revision: size,
  default: z.enum(POLICY_DEFAULTS),
  rules: z.array(policyRule),
  /** for which agents a rule lets nothing land until somebody resumes it */
  suspended: z.array(z.strictObject({ rule: z.string(), agent: z.string(), since: time })),
  /** the field that cannot be read: then `strict` holds in place of what was saved */
  unreadable: z.string().nullable(),
  saved_by: actor.nullable(),
  saved_at: time.nullable(),
})

const usedLimit = z.strictObject({ used: size, limit: size.nullable() })

const storeLimits = z.strictObject({
  type: z.literal('memory_store_limits'),
  memory_store_id: z.string(),
  memories: usedLimit,
  bytes: usedLimit,
  versions: usedLimit,
  /** the largest memory */
  memory_bytes: usedLimit,
  view_characters: z.strictObject({ used: z.null(), limit: size }),
})

const actionCounts = z.strictObject({
  land: size,
  review: size,
  quarantine: size,
  hold: size,
  mask: size,
  refuse: size,
})

const dryRunWrite = z.strictObject({
  /** null: it was refused, or held and not allowed */
  memory_version_id: z.string().nullable(),
  memory_id: z.string().nullable(),
  changeset_id: z.string().nullable(),
  /** null: redacted */
  path: z.string().nullable(),
  operation: z.enum(['created', 'modified', 'renamed', 'deleted']),
  agent: z.string(),
  at: time,
  action: z.enum(POLICY_ACTIONS),
  /** null: the default */
  rule_index: size.nullable(),
})

const policyDryRun = z.strictObject({
  type: z.literal('review_policy_dry_run'),
  since: time,
  writes: size,
  /** of them: not counted further, since what a rule asks for was redacted */
  unknown: size,
  counts: actionCounts,
  saved_counts: actionCounts,
  uses: z.array(size),
  more_held: z.array(z.strictObject({ agent: z.string(), writes: size })),
  median_wait_seconds: size.nullable(),
  rejected_later: z.strictObject({
    caught: size,
    missed: size,
    hint: z.strictObject({ min_lost_lines: size, catches: size, holds: size }).nullable(),
    writes: z.array(
      dryRunWrite.extend({
        caught: z.boolean(),
        lines_added: size,
        lines_removed: size,
        lines_lost: size,
      }),
    ),
  }),
  stopped: z.array(dryRunWrite),
  duration_ms: size,
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
    /** not resolved; and of these, those whose lines an agent changed since */
    open_comments: size,
    answered_comments: size,
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

const findingCategory = z.enum(['secret', 'personal_data', 'instructions', 'hidden', 'hygiene'])
const findingSeverity = z.enum(['critical', 'high', 'medium', 'low'])

const finding = z.strictObject({
  id: z.string(),
  type: z.literal('finding'),
  memory_store_id: z.string(),
  memory_id: z.string(),
  /** where the memory is now; null: deleted */
  path: z.string().nullable(),
  /** the newest version in which its lines are known to stand */
  memory_version_id: z.string(),
  rule: z.string(),
  category: findingCategory,
  severity: findingSeverity,
  /** of that version's text, from 1, or 0: of the memory's path; the last column is exclusive */
  lines: z.strictObject({
    from: z.int().nonnegative(),
    from_column: z.int().positive(),
    to: z.int().nonnegative(),
    to_column: z.int().positive(),
  }),
  /** the line of the same text that it contradicts */
  other_line: z.int().positive().nullable(),
  /** the memory that its own is nearly the same as */
  other_memory_id: z.string().nullable(),
  status: z.enum(FINDING_STATUSES),
  /** whether its lines stand in the memory as it is now */
  standing: z.boolean(),
  reason: z.string().nullable(),
  decided_by: actor.nullable(),
  decided_at: time.nullable(),
  /** until when its rule is not reported at its path */
  excepted_until: time.nullable(),
  found_at: time,
})

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
      id: z.string(),
      rule: z.string(),
      category: findingCategory,
      severity: findingSeverity,
      /** from 1, or 0: in the memory's path */
      line: z.int().nonnegative(),
      to_line: z.int().nonnegative(),
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

const quarantine = z.strictObject({
  type: z.literal('memory_quarantine'),
  memory_id: z.string(),
  memory_store_id: z.string(),
  /** whether agents are served an earlier version, or none */
  quarantined: z.boolean(),
  /** the first version that they are not served */
  from_memory_version_id: z.string().nullable(),
  /** what they are served instead; null: nothing */
  served_memory_version_id: z.string().nullable(),
  reason: z.string().nullable(),
  since: time.nullable(),
  by: actor.nullable(),
})

const decisions = z.strictObject({
  type: z.literal('changeset_decisions'),
  changeset_id: z.string(),
  counts: z.strictObject({ decisions: size, open_hunks: size }),
  revision: size,
})

const proposal = z.strictObject({
  id: z.string(),
  type: z.literal('proposal'),
  memory_store_id: z.string(),
  changeset_id: z.string(),
  session_id: z.string().nullable(),
  /** the event of the call that waits in its session; null: a write over the API */
  tool_use_id: z.string().nullable(),
  actor,
  change: z.enum(['created', 'modified', 'renamed', 'deleted']),
  path: z.string(),
  state: z.enum(['waiting', 'allowed', 'denied', 'lapsed', 'withdrawn']),
  rule: z.strictObject({ id: z.string(), policy_revision: size }).nullable(),
  /** whether it is held since it could not be scanned in full */
  unscanned: z.boolean(),
  created_at: time,
  lapses_at: time.nullable(),
  decided_at: time.nullable(),
  decided_by: actor.nullable(),
  message: z.string().nullable(),
  edited: z.boolean(),
})

const proposedSide = z.strictObject({ path: z.string(), content: z.string() }).nullable()

const proposalWithChanges = proposal.extend({
  /** null: it does not wait any more */
  proposed: z
    .strictObject({
      content_sha256: z.string(),
      possible: z.boolean(),
      answer: z.string().nullable(),
      changes: z.array(
        z.strictObject({
          memory_id: z.string().nullable(),
          before: proposedSide,
          after: proposedSide,
        }),
      ),
    })
    .nullable(),
})

const lines = z.strictObject({ from: z.int().positive(), to: z.int().positive() })

const remark = {
  text: z.string(),
  created_by: actor,
  created_at: time,
  edited_at: time.nullable(),
}

const comment = z.strictObject({
  id: z.string(),
  type: z.literal('comment'),
  memory_store_id: z.string(),
  memory_id: z.string(),
  /** where the memory is now; null: deleted */
  path: z.string().nullable(),
  /** the version that was commented on, and its lines */
  memory_version_id: z.string(),
  lines,
  /** where these lines are now; null: they are gone, or were redacted */
  current_lines: lines.nullable(),
  changeset_id: z.string().nullable(),
  disposition: z.enum(DISPOSITIONS),
  status: z.enum(COMMENT_STATUSES),
  /** the agent's version that changed the lines of a fix; null: none did */
  answered_by: z.string().nullable(),
  ...remark,
  replies: z.array(z.strictObject({ id: z.string(), type: z.literal('comment_reply'), ...remark })),
})

const deleted = <Type extends string>(type: Type) =>
  z.strictObject({ id: z.string(), type: z.literal(type) })

const certainty = z.enum(['exact', 'possible'])
const step = z.int().min(1).max(MAX_STEPS)

const reach = z.strictObject({
  type: z.literal('memory_version_reach'),
  memory_version_id: z.string(),
  /** false: there were more readers or changes than are followed */
  complete: z.boolean(),
  sessions: z.array(
    z.strictObject({
      /** null: a caller without a session */
      session_id: z.string().nullable(),
      actor,
      step,
      certainty,
      read_at: time,
      read: z.strictObject({ memory_store_id: z.string(), memory_version_id: z.string() }),
    }),
  ),
  data: z.array(
    z.strictObject({
      step,
      certainty,
      /** the place in `sessions` of who made it, from 0 */
      session: size,
      memory_version: version,
    }),
  ),
  next_page: z.string().nullable(),
})

const span = z.strictObject({
  /** null: longer than all others */
  up_to_seconds: z.number().nullable(),
  count: size,
})

const reviewMetrics = z.strictObject({
  type: z.literal('review_metrics'),
  from: time,
  to: time,
  decisions: z.strictObject({
    accepted: size,
    rejected: size,
    edited: size,
    seen: size,
    unread: size,
    kept_seen: size,
    by_rule: size,
  }),
  proposals: z.strictObject({ allowed: size, denied: size, lapsed: size }),
  time_to_decision: z.strictObject({
    median_seconds: z.number().nullable(),
    slowest_tenth_seconds: z.number().nullable(),
    spans: z.array(span),
  }),
  attention: z.strictObject({
    changesets: size,
    seconds: z.number(),
    mean_seconds: z.number().nullable(),
  }),
  by_agent: z.array(z.strictObject({ agent: z.string(), decided: size, rejected: size })),
  by_path: z.array(
    z.strictObject({
      memory_store_id: z.string(),
      memory_id: z.string(),
      path: z.string().nullable(),
      decided: size,
      rejected: size,
    }),
  ),
  findings: z.array(
    z.strictObject({
      rule: z.string(),
      raised: size,
      right: size,
      wrong: size,
      /** with its interval of 95 %; null: nothing was decided */
      precision: z
        .strictObject({
          share: z.number(),
          low: z.number(),
          high: z.number(),
          too_few: z.boolean(),
        })
        .nullable(),
    }),
  ),
  /** by when they changed last */
  open_changesets: z.array(span),
})

const listedInDigest = {
  changeset_id: z.string(),
  memory_store_id: z.string(),
  actor,
  path: z.string().nullable(),
}

const reviewDigest = z.strictObject({
  type: z.literal('review_digest'),
  period: z.enum(DIGEST_PERIODS),
  from: time,
  to: time,
  writes: z.strictObject({
    count: size,
    agents: size,
    days: z.array(z.strictObject({ from: time, count: size })),
  }),
  metrics: reviewMetrics,
  landed: z.array(
    z.strictObject({
      memory_store_id: z.string(),
      rule: z.string(),
      count: size,
      until: time.nullable(),
    }),
  ),
  rejected: z.array(z.strictObject({ ...listedInDigest, at: time })),
  lapsed: z.array(z.strictObject({ ...listedInDigest, at: time })),
  rules_ending: z.array(
    z.strictObject({ memory_store_id: z.string(), rule: z.string(), until: time }),
  ),
  lost: z.strictObject({
    lines: size,
    removed_lines: size,
    memories: size,
    most: z.array(z.strictObject({ ...listedInDigest, memory_id: z.string(), lines: size })),
  }),
  open: z.strictObject({ changesets: size, hunks: size, oldest: z.array(changeset) }),
})

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
    /** with a memory that the agent changed since: its present version in the changeset */
    memory_id: z.string().optional(),
    memory_version_id: z.string().optional(),
    proposal_id: z.string().optional(),
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
  MemoryQuarantine: quarantine,
  Reach: reach,
  ReviewMetrics: reviewMetrics,
  ReviewDigest: reviewDigest,
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
  MemoryStoreLimits: storeLimits,
  ReviewPolicy: reviewPolicy,
  ReviewPolicyDryRun: policyDryRun,
  Changeset: changeset,
  ChangesetPage: page(changeset),
  Comment: comment,
  CommentPage: page(comment),
  DeletedComment: deleted('comment_deleted'),
  ChangesetWithMemories: changeset.extend({ memories: z.array(changesetMemory) }),
  HunkPage: page(hunk),
  Decisions: decisions,
  Proposal: proposal,
  ProposalPage: page(proposal),
  ProposalWithChanges: proposalWithChanges,
  Finding: finding,
  FindingPage: page(finding),
  Job: jobAnswer,
  ImportAnswer: z.union([seedPlanAnswer, jobAnswer]),
  RedactionAnswer: z.union([textPlaces, jobAnswer]),
  HookAnswer: z.object({
    hookSpecificOutput: z
      .object({
        hookEventName: z.literal('PreToolUse'),
        permissionDecision: z.enum(['deny', 'ask']),
        permissionDecisionReason: z.string(),
      })
      .optional(),
  }),
  Description: z.looseObject({ openapi: z.literal('3.1.0'), paths: z.looseObject({}) }),
  Error: error,
}

export type ResponseName = keyof typeof RESPONSES
