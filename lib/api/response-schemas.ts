import { z } from 'zod'
import { SESSION_EVENT_TYPES } from '@/lib/agent/session-event'
import { jobAnswer } from '@/lib/wire/job'
import { seedPlanAnswer } from '@/lib/wire/seed-report'
import { REFUSAL_CODES } from './api-error'
import { pricedUsage } from './resources/model-usage'
import { bisectionAnswer, bisectionEstimateAnswer } from './resources/bisection'
import { causeAnswer, causeEstimateAnswer, partsEstimateAnswer } from './resources/cause'
import { replayAnswer, replayEstimateAnswer } from './resources/replay'
import { changesetAnswer, changesetWithMemories, decisionsAnswer } from './resources/changeset'
import { commentAnswer } from './resources/comment'
import { findingAnswer } from './resources/finding'
import { hunkAnswer } from './resources/hunk'
import {
  experimentAnswer,
  experimentEstimateAnswer,
  experimentListItem,
  experimentSample,
} from './resources/experiment'
import { memoryAnswer, memoryListItem } from './resources/memory'
import { testAnswer, testEstimateAnswer, testRunAnswer } from './resources/memory-test'
import { testBisectionAnswer } from './resources/test-bisection'
import { readsAnswer } from './resources/memory-reads'
import { storeAnswer } from './resources/memory-store'
import { versionAnswer } from './resources/memory-version'
import { mergeAnswer } from './resources/merge'
import { policyAnswer } from './resources/policy'
import { dryRunAnswer } from './resources/policy-dry-run'
import { proposalAnswer, proposalWithChanges } from './resources/proposal'
import { quarantineAnswer } from './resources/quarantine'
import { reachAnswer } from './resources/reach'
import { digestAnswer } from './resources/review-digest'
import { metricsAnswer } from './resources/review-metrics'
import { changesAnswer, rollbackAnswer } from './resources/changes'
import { searchAnswer } from './resources/search-result'
import { limitsAnswer } from './resources/store-limits'
import { textFoundAnswer } from './resources/text-found'
import { deleted, page, size, time } from './resources/values'

/**
 * Every answer. The OpenAPI description is made from them, and real responses are checked against
 * them.
 */

const toolResult = z.strictObject({
  type: z.literal('memory_tool_result'),
  content: z.string(),
  is_error: z.boolean(),
  memory_version_ids: z.array(z.string()),
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
    code: z.enum(REFUSAL_CODES).optional(),
    /** of `budget_too_small`: the least that decides anything */
    min_requests: z.int().nonnegative().optional(),
    /** of `model_gone`: its name */
    model: z.string().optional(),
    /** with `folder_not_allowed`: the readable folders, as SEED_ROOTS lists them */
    allowed_folders: z.string().optional(),
    /** of `gates_hold`: how each stands on what would come about */
    gates: z
      .array(
        z.strictObject({
          memory_test_id: z.string(),
          name: z.string(),
          status: z.enum(['not_asked', 'running', 'passed', 'failed', 'mixed', 'not_run']),
          /** null: it was not asked */
          memory_test_run_id: z.string().nullable(),
          /** null: it is asked, or has told */
          not_run_reason: z.string().nullable(),
          held: z.int().nonnegative(),
          of: z.int().nonnegative(),
        }),
      )
      .optional(),
    /** of `gates_hold`: what it costs to ask those that have not told; null: all have */
    estimate: pricedUsage.nullable().optional(),
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
    /** with a merge that was not made: the places that both changed, the first hundred */
    conflicts: z
      .array(z.strictObject({ hunk_id: z.string(), memory_id: z.string(), path: z.string() }))
      .optional(),
  }),
  request_id: z.string(),
})

/** Keyed by their names in the OpenAPI description. */
export const RESPONSES = {
  MemoryStore: storeAnswer,
  MemoryStorePage: page(storeAnswer),
  DeletedMemoryStore: deleted('memory_store_deleted'),
  Memory: memoryAnswer,
  MemoryPage: page(memoryListItem),
  DeletedMemory: deleted('memory_deleted'),
  MemoryVersion: versionAnswer,
  MemoryVersionPage: page(versionAnswer),
  MemoryQuarantine: quarantineAnswer,
  Reach: reachAnswer,
  ReviewMetrics: metricsAnswer,
  ReviewDigest: digestAnswer,
  MemoryToolResult: toolResult,
  Rollback: rollbackAnswer,
  Merge: mergeAnswer,
  Changes: changesAnswer,
  SearchResult: searchAnswer,
  Reads: readsAnswer,
  Session: session,
  SessionPage: page(session).extend({ prev_page: z.string().nullable() }),
  DeletedSession: deleted('session_deleted'),
  SessionEventPage: page(sessionEvent),
  SentSessionEvents: z.strictObject({ data: z.array(sessionEvent) }),
  MemoryStoreLimits: limitsAnswer,
  ReviewPolicy: policyAnswer,
  ReviewPolicyDryRun: dryRunAnswer,
  Changeset: changesetAnswer,
  ChangesetPage: page(changesetAnswer),
  Comment: commentAnswer,
  CommentPage: page(commentAnswer),
  DeletedComment: deleted('comment_deleted'),
  ChangesetWithMemories: changesetWithMemories,
  HunkPage: page(hunkAnswer),
  Decisions: decisionsAnswer,
  Proposal: proposalAnswer,
  ProposalPage: page(proposalAnswer),
  ProposalWithChanges: proposalWithChanges,
  Finding: findingAnswer,
  FindingPage: page(findingAnswer),
  Job: jobAnswer,
  CauseSearch: causeAnswer,
  MemoryTest: testAnswer,
  MemoryTestPage: page(testAnswer),
  DeletedMemoryTest: deleted('memory_test_deleted'),
  MemoryTestBisection: testBisectionAnswer,
  MemoryTestBisectionStarted: z.union([testBisectionAnswer, bisectionEstimateAnswer]),
  MemoryTestRun: testRunAnswer,
  MemoryTestRunStarted: z.union([testRunAnswer, testEstimateAnswer]),
  Experiment: experimentAnswer,
  ExperimentPage: page(experimentListItem),
  ExperimentStarted: z.union([experimentAnswer, experimentEstimateAnswer]),
  ExperimentAnswerPage: page(experimentSample),
  DeletedExperiment: deleted('experiment_deleted'),
  CauseSearchStarted: z.union([causeAnswer, causeEstimateAnswer]),
  CausePartsStarted: z.union([causeAnswer, partsEstimateAnswer]),
  Replay: replayAnswer,
  ReplayStarted: z.union([replayAnswer, replayEstimateAnswer]),
  Bisection: bisectionAnswer,
  BisectionStarted: z.union([bisectionAnswer, bisectionEstimateAnswer]),
  ImportAnswer: z.union([seedPlanAnswer, jobAnswer]),
  RedactionAnswer: z.union([textFoundAnswer, jobAnswer]),
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
