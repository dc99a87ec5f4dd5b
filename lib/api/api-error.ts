import type { SessionProblem } from '@/lib/agent/problems'
import type { Action } from '@/lib/auth/may'
import type { ExperimentProblem } from '@/lib/experiments/problems'
import { gatesInEnglish } from '@/lib/memory-tests/model/gates-in-english'
import type { GateResult } from '@/lib/memory-tests/model/gate'
import type { MemoryTestProblem } from '@/lib/memory-tests/problems'
import { policyFaultInEnglish } from '@/lib/review/model/policy-fault-in-english'
import type { ReplayProblem } from '@/lib/replay/problems'
import type { ReviewProblem } from '@/lib/review/model/review-problems'
import type { MergeConflict } from '@/lib/store/model/branch-merge'
import { damagedInEnglish } from '@/lib/store/model/damaged-in-english'
import type { StoreProblem } from '@/lib/store/model/problems'
import { ruleInEnglish } from '@/lib/store/model/rule-in-english'
import { wirePricedUsage } from './resources/model-usage'
import { wireTime } from './resources/values'
import { wireField } from './wire-field'

/** The `error.type`s of the wire (API page, errors). */
export type ApiErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'request_too_large'
  | 'rate_limit_error'
  | 'api_error'
  | 'overloaded_error'
  | 'memory_path_conflict_error'
  | 'memory_precondition_failed_error'
  | 'memory_precondition_failed'
  | 'conflict_error'

/** The kinds of refusal that programs tell apart where the type is too coarse. */
export const REFUSAL_CODES = [
  // of asking a turn again, searching and testing
  'no_memory_in_answer',
  'answer_redacted',
  'observed_session',
  'store_gone',
  'model_gone',
  'budget_too_small',
  'check_invalid',
  'moment_before_store',
  'nothing_to_hide',
  'no_change_between',
  // of branches and gates
  'branch_origin_gone',
  'merge_conflicts',
  'gates_hold',
  // of importing
  'plan_changed',
  'folder_not_allowed',
] as const

type RefusalCode = (typeof REFUSAL_CODES)[number]

/** A problem's code and facts, for a reader that has its own words for it. */
type Facts = { code: string } & Readonly<Record<string, string | number>>

type Field =
  | string
  | number
  | Facts
  | Readonly<Record<string, number | null>>
  | readonly Readonly<Record<string, string | number | null>>[]
  | null

/** An error response, as it goes over the wire. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    readonly type: ApiErrorType,
    message: string,
    /** further fields of the `error` object */
    readonly fields: Readonly<Record<string, Field>> & { readonly code?: RefusalCode } = {},
  ) {
    super(message)
  }
}

export const invalidRequest = (message: string) =>
  new ApiError(400, 'invalid_request_error', message)

const refusedFor = (
  code: RefusalCode,
  message: string,
  facts: Readonly<Record<string, string | number>> = {},
) => new ApiError(400, 'invalid_request_error', message, { code, ...facts })

export const notFound = (message: string) => new ApiError(404, 'not_found_error', message)

/** The reasons that a caller may not perform an action, in the API's words. */
export const MAY_NOT: Record<Action, string> = {
  read: 'The API key does not allow to read.',
  write: 'The API key does not allow to change memories.',
  decide: 'Reviewing needs a person at the dashboard or a key with the access review.',
  administer: 'The API key does not allow to make, change or delete stores, or to redact.',
  'create stores':
    'Making a store needs a key with the access admin that is not limited to some stores.',
  'open sessions without stores':
    'The API key is limited to some stores: attach one of them to the session.',
  'read the disk':
    'Naming a path of the server needs a key with the access admin that is not limited to some stores.',
  'write as others':
    'Writing in the name of others needs a key with the access admin and the purpose script.',
  'read the metrics': 'Reading the metrics needs a key that is not limited to some stores.',
  attribute: 'Telling of calls needs a key that is not limited to some stores.',
}

const LIMITS = { memories: 'memories', bytes: 'bytes', versions: 'versions' } as const

const MAX_CONFLICTS = 100

const wireConflict = ({ hunkId, memoryId, path }: MergeConflict) => ({
  hunk_id: hunkId,
  memory_id: memoryId,
  path,
})

/** Store refusals in the API's words, all worded here. */
export function apiErrorOf(problem: StoreProblem): ApiError {
  switch (problem.kind) {
    case 'store_not_found':
      return notFound(`There is no memory store ${problem.storeId}.`)
    case 'memory_not_found':
      return notFound(
        `There is no memory ${problem.memoryId ?? problem.path ?? ''} in ${problem.storeId}.`,
      )
    case 'version_not_found':
      return notFound(`There is no version ${problem.versionId} in ${problem.storeId}.`)
    case 'store_archived':
      return invalidRequest(
        `The memory store ${problem.storeId} is archived: it can be read, and memories in it deleted or redacted, but nothing can be created or updated.`,
      )
    case 'invalid_input':
      return invalidRequest(`${wireField(problem.field)}: ${ruleInEnglish(problem)}`)
    case 'content_too_large':
      return invalidRequest(
        `content: must be at most ${problem.limit} bytes of UTF-8; this is ${problem.size}`,
      )
    case 'limit_reached':
      return invalidRequest(
        `The memory store is at its limit of ${problem.maximum} ${LIMITS[problem.limit]}. Delete some, or raise the limit in the store's settings.`,
      )
    case 'path_conflict':
      return new ApiError(
        409,
        'memory_path_conflict_error',
        problem.path === problem.conflictingPath
          ? `A memory is already at ${problem.path}.`
          : `${problem.path} overlaps the memory at ${problem.conflictingPath}.`,
        {
          conflicting_path: problem.conflictingPath,
          conflicting_memory_id: problem.conflictingMemoryId,
        },
      )
    case 'memory_quarantined':
      return new ApiError(
        403,
        'permission_error',
        `${problem.path ?? `The memory ${problem.memoryId}`} is held for review and cannot be changed now.`,
      )
    case 'precondition_failed':
      return new ApiError(
        409,
        'memory_precondition_failed_error',
        `The memory ${problem.memoryId} does not hold what the precondition says. Read it again before changing it.`,
      )
    case 'head_not_redactable':
      return invalidRequest(
        `The live memory ${problem.memoryId} stands on ${problem.versionId}. Write a new version or delete the memory first.`,
      )
    case 'redaction_forbidden':
      return new ApiError(403, 'permission_error', 'An agent may not redact.')
    case 'release_forbidden':
      return new ApiError(
        403,
        'permission_error',
        `A key never releases what it wrote itself: some of ${problem.memoryId} is this key's.`,
      )
    case 'version_redacted':
      return invalidRequest(`The version ${problem.versionId} is redacted; its content is gone.`)
    case 'version_damaged':
      return new ApiError(503, 'api_error', damagedInEnglish(problem.versionId))
    case 'version_is_deletion':
      return invalidRequest(
        `The version ${problem.versionId} deleted the memory. Restore the one before it.`,
      )
    case 'moved_into_itself':
      return invalidRequest(`${problem.path} cannot be moved into itself.`)
    case 'moment_name_taken':
      return invalidRequest(`The moment at change ${problem.sequence} already has that name.`)
    case 'plan_changed':
      return new ApiError(
        409,
        'conflict_error',
        'What was planned is no longer what would be done, so nothing was done. Ask for the plan again (dry_run) and send its hash.',
      )
    case 'changed_since_seen':
      return new ApiError(
        409,
        'conflict_error',
        `${problem.path} was changed by somebody else since it was looked at, so nothing was done. Look at it again.`,
      )
    case 'refused_by_policy':
      return new ApiError(
        403,
        'permission_error',
        `${problem.path} was not saved: ${problem.reason}`,
      )
    case 'held_by_policy':
      return new ApiError(
        403,
        'permission_error',
        `${problem.path} was not saved: it is held for review, ${problem.reason}`,
      )
    case 'store_changed':
      return new ApiError(
        409,
        'conflict_error',
        `What is known of ${problem.storeId} was changed since it was looked at, so nothing was done. Look at it again.`,
      )
    case 'moment_before_store':
      return refusedFor(
        problem.kind,
        `at: the memory store ${problem.storeId} was not there yet: it begins at ${wireTime(problem.since)}.`,
      )
    case 'moment_not_found':
      return invalidRequest(
        problem.name === null
          ? `reset_to: the memory store ${problem.storeId} was never seeded.`
          : `reset_to: the memory store ${problem.storeId} has no moment of that name.`,
      )
    case 'not_a_branch':
      return invalidRequest(`The memory store ${problem.storeId} was not made from another.`)
    case 'branch_origin_gone':
      return new ApiError(
        409,
        'conflict_error',
        `The memory store ${problem.originId}, from which ${problem.storeId} was made, is gone.`,
        { code: problem.kind },
      )
    case 'merge_conflicts':
      return new ApiError(
        409,
        'conflict_error',
        `Both changed ${problem.conflicts.length} places, so nothing was done. Say in hunks what becomes of each.`,
        {
          code: problem.kind,
          conflicts: problem.conflicts.slice(0, MAX_CONFLICTS).map(wireConflict),
        },
      )
  }
}

/** Session refusals in the API's words. */
export function sessionErrorOf(problem: SessionProblem): ApiError {
  switch (problem.kind) {
    case 'session_not_found':
      return notFound(`There is no session ${problem.sessionId}.`)
    case 'session_archived':
      return invalidRequest(`The session ${problem.sessionId} is archived: it can only be read.`)
    case 'invalid_session_input':
      return invalidRequest(`${wireField(problem.field)}: ${ruleInEnglish(problem)}`)
    case 'call_not_waiting':
      return invalidRequest(
        `tool_use_id: ${problem.toolUseId} does not wait for a confirmation in this session`,
      )
    case 'write_changed':
      return new ApiError(409, 'conflict_error', CHANGED_SINCE_SHOWN)
    case 'call_not_editable':
      return invalidRequest(`content: ${NOT_EDITABLE}`)
    case 'call_not_in_turn':
      return new ApiError(409, 'conflict_error', NOT_IN_TURN, { tool_use_id: problem.toolUseId })
    case 'loosening_forbidden':
      return new ApiError(403, 'permission_error', MAY_NOT.decide)
    case 'nothing_to_continue':
      return invalidRequest(
        `The session ${problem.sessionId} has nothing to go on with; send it a message.`,
      )
    case 'compaction_under_way':
      return invalidRequest(
        `The context of ${problem.sessionId} is being summarised already, or its summary waits for a word.`,
      )
    case 'nothing_to_compact':
      return invalidRequest(
        `The session ${problem.sessionId} has nothing to summarise yet; send it a message.`,
      )
    case 'summary_not_waiting':
      return invalidRequest(
        `compaction_start_id: no summary of ${problem.startId} waits for a word in this session`,
      )
  }
}

/** Refusals of asking a turn again in the API's words. */
export function replayErrorOf(problem: ReplayProblem): ApiError {
  switch (problem.kind) {
    case 'no_memory_in_answer':
      return refusedFor(
        problem.kind,
        `event_id: ${problem.eventId} is in no turn of an agent with memory.`,
      )
    case 'answer_redacted':
      return refusedFor(
        problem.kind,
        'A redaction took a text out of this turn: it cannot be asked again.',
      )
    case 'observed_session':
      return refusedFor(
        problem.kind,
        'This conversation ran in another program: its turns cannot be asked again.',
      )
    case 'store_gone':
      return refusedFor(
        problem.kind,
        `The memory store ${problem.storeId} of this conversation is gone: its turns cannot be asked again.`,
      )
    case 'model_gone':
      return refusedFor(problem.kind, `model: the model's server knows no ${problem.model}.`, {
        model: problem.model,
      })
    case 'budget_too_small':
      return refusedFor(
        problem.kind,
        `budget: must allow at least ${problem.least} requests, or nothing can be decided`,
        { min_requests: problem.least },
      )
    case 'check_invalid':
      return refusedFor(problem.kind, `check: ${problem.reason}`)
    case 'moment_before_store':
      return refusedFor(problem.kind, `at: the memory store ${problem.storeId} was not there yet.`)
    case 'nothing_to_hide':
      return refusedFor(
        problem.kind,
        `variant.hide: ${problem.memory} was not in the memory store ${problem.storeId} at this turn.`,
      )
    case 'no_change_between':
      return refusedFor(
        problem.kind,
        'good, bad: between these moments nothing changed in the memories that the answer reads.',
      )
  }
}

/** Refusals of memory tests in the API's words. */
export function testErrorOf(problem: MemoryTestProblem): ApiError {
  switch (problem.kind) {
    case 'test_not_found':
      return notFound(`There is no memory test ${problem.testId}.`)
    case 'test_run_not_found':
      return notFound(`There is no run ${problem.runId} of this test.`)
    case 'invalid_test':
      return problem.field.startsWith('checks')
        ? refusedFor('check_invalid', `${problem.field}: ${problem.reason}`)
        : invalidRequest(`${wireFieldOfTest(problem.field)}: ${problem.reason}`)
    case 'too_many_tests':
      return invalidRequest(`The memory store has its ${problem.maximum} tests. Delete some first.`)
    case 'test_bisection_not_found':
      return notFound(`There is no bisection ${problem.bisectionId} of this test.`)
    case 'no_branch_of_store':
      return invalidRequest(
        `memory_store_id: ${problem.storeId} is no branch of this memory store.`,
      )
    case 'gates_hold':
      return new ApiError(409, 'conflict_error', gatesInEnglish(problem.check), {
        code: problem.kind,
        gates: problem.check.gates.map(wireGate),
        estimate: problem.check.price && wirePricedUsage(problem.check.price.usage),
      })
  }
}

const wireGate = ({ testId, name, status, runId, notRunFor, held, of }: GateResult) => ({
  memory_test_id: testId,
  name,
  status: status === 'pending' ? 'running' : status,
  memory_test_run_id: runId,
  not_run_reason: notRunFor,
  ...{ held, of },
})

const wireFieldOfTest = (field: string) => field.replace('when.nightlyMinute', 'when.nightly_at')

/** Refusals of experiments in the API's words. */
export function experimentErrorOf(problem: ExperimentProblem): ApiError {
  switch (problem.kind) {
    case 'experiment_not_found':
      return notFound(`There is no experiment ${problem.experimentId}.`)
    case 'experiment_run_not_found':
      return notFound(`There is no run ${problem.runId} of this experiment.`)
    case 'invalid_experiment':
      return invalidRequest(`${wireFieldOfExperiment(problem.field)}: ${problem.reason}`)
    case 'column_not_of_store':
      return invalidRequest(
        `columns.${problem.column}.memory_store_id: ${problem.storeId} is neither this memory store nor a branch of it.`,
      )
    case 'too_many_answers':
      return invalidRequest(
        `samples: ${problem.answers} answers are asked for; at most ${problem.maximum} are. Ask for fewer samples, tests or columns.`,
      )
    case 'too_many_experiments':
      return invalidRequest(
        `The memory store has its ${problem.maximum} experiments. Delete some first.`,
      )
    case 'no_tests_left':
      return invalidRequest('None of the tests is there.')
    case 'experiment_redacted':
      return invalidRequest(
        "A redaction took a text out of its columns' instructions: begin another experiment.",
      )
  }
}

const wireFieldOfExperiment = (field: string) =>
  field
    .replace('testIds', 'memory_test_ids')
    .replace('storeId', 'memory_store_id')
    .replace('instructions', 'system')
    .replace('toolSet', 'tool_set')

/** Refusals of reviewing in the API's words. */
export function reviewErrorOf(problem: ReviewProblem): ApiError {
  switch (problem.kind) {
    case 'policy_changed':
      return new ApiError(
        409,
        'conflict_error',
        `The policy was changed since you looked at it, so nothing was saved: it is at revision ${problem.revision}. Read it again.`,
      )
    case 'policy_faulty':
      return invalidRequest(`${problem.field}: ${policyFaultInEnglish(problem)}`)
    case 'changeset_not_found':
      return notFound(`There is no changeset ${problem.changesetId}.`)
    case 'hunk_not_found':
      return invalidRequest(`decisions: ${problem.hunkId} is no hunk of ${problem.changesetId}`)
    case 'hunk_changed':
      return hunkConflict(
        problem.hunkId,
        `The hunk ${problem.hunkId} is not what it was when you looked, so nothing was recorded. List the hunks of ${problem.changesetId} again and decide about what they are now.`,
      )
    case 'memory_grown':
      return new ApiError(
        409,
        'conflict_error',
        `The changeset’s version of ${problem.memoryId} is ${problem.versionId} by now, so nothing was recorded. List its hunks again.`,
        { memory_id: problem.memoryId, memory_version_id: problem.versionId },
      )
    case 'already_decided':
      return hunkConflict(
        problem.hunkId,
        `The hunk ${problem.hunkId} was decided by somebody else or is applied already, so nothing was recorded. List the hunks of ${problem.changesetId} again and leave out what is decided.`,
      )
    case 'own_changes':
      return new ApiError(
        403,
        'permission_error',
        `A key never decides on what it wrote itself: some of ${problem.changesetId} is this key's.`,
      )
    case 'proposal_not_found':
      return notFound(`There is no proposal ${problem.proposalId}.`)
    case 'proposal_settled':
      return invalidRequest(`The proposal ${problem.proposalId} does not wait any more.`)
    case 'proposal_changed':
      return new ApiError(409, 'conflict_error', CHANGED_SINCE_SHOWN)
    case 'proposal_impossible':
      return invalidRequest(
        `The proposal ${problem.proposalId} cannot be saved any more: what it changes is not as it was. Deny it.`,
      )
    case 'proposal_not_editable':
      return invalidRequest(`content: ${NOT_EDITABLE}`)
    case 'proposal_not_in_turn':
      return new ApiError(409, 'conflict_error', NOT_IN_TURN, { proposal_id: problem.proposalId })
    case 'changeset_done':
      return invalidRequest(
        `snoozed_until: everything in ${problem.changesetId} is decided already`,
      )
    case 'finding_not_found':
      return notFound(`There is no finding ${problem.findingId}.`)
    case 'finding_fixed':
      return invalidRequest(`status: the lines of ${problem.findingId} are gone, so it is fixed`)
    case 'finding_judged':
      return new ApiError(
        409,
        'conflict_error',
        `Somebody else judged ${problem.findingId} already. To judge it otherwise, set its status to open first.`,
        { finding_id: problem.findingId },
      )
    case 'own_finding':
      return new ApiError(
        403,
        'permission_error',
        `A key never decides on what it wrote itself: ${problem.findingId} was found in what this key wrote.`,
      )
    case 'exception_not_found':
      return notFound(`There is no exception ${problem.exceptionId}.`)
    case 'comment_not_found':
      return notFound(`There is no comment ${problem.commentId}.`)
    case 'remark_not_found':
      return invalidRequest(`reply_id: ${problem.remarkId} is no reply of ${problem.commentId}`)
    case 'lines_not_there':
      return invalidRequest(`lines: ${problem.versionId} has ${problem.lineCount} lines`)
    case 'remark_by_other':
      return new ApiError(
        403,
        'permission_error',
        `Only who wrote a text may change it: this one of ${problem.commentId} is somebody else's.`,
      )
    case 'comment_has_replies':
      return new ApiError(
        409,
        'conflict_error',
        `Others replied to ${problem.commentId}, so it is not deleted. Resolve it instead.`,
      )
  }
}

const hunkConflict = (hunkId: string, message: string) =>
  new ApiError(409, 'conflict_error', message, { hunk_id: hunkId })

const CHANGED_SINCE_SHOWN = 'The write changed since you looked at it.'

const NOT_EDITABLE =
  'a deletion, a rename, and a write to several memories have no text that could be changed'

const NOT_IN_TURN =
  'Gates stand before this store: the writes of a session are allowed one at a time, in their order, each when what comes before it is decided and written.'
