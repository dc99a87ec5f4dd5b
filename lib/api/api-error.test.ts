import { afterEach, describe, expect, test, vi } from 'vitest'
import { log } from '@/lib/log'
import { StoreError, type StoreProblem, type StoreProblemKind } from '@/lib/store/model/problems'
import { BROKEN_RULES, shownFacts } from '@/tests/support/broken-rules'
import { ReplayError, type ReplayProblem } from '@/lib/replay/problems'
import { SessionError } from '@/lib/agent/problems'
import { ApiError } from './api-error'
import { respondError } from './respond'
import { RESPONSES } from './response-schemas'
import { responseOf } from './web'

/** Every kind of problem; a missing kind is a compile error. */
const PROBLEMS: { [Kind in StoreProblemKind]: Extract<StoreProblem, { kind: Kind }> } = {
  store_not_found: { kind: 'store_not_found', storeId: 'memstore_1' },
  store_archived: { kind: 'store_archived', storeId: 'memstore_1' },
  memory_not_found: {
    kind: 'memory_not_found',
    storeId: 'memstore_1',
    memoryId: 'mem_1',
    path: null,
  },
  version_not_found: {
    kind: 'version_not_found',
    storeId: 'memstore_1',
    versionId: 'memver_1',
  },
  memory_quarantined: { kind: 'memory_quarantined', memoryId: 'mem_1', path: '/a' },
  release_forbidden: { kind: 'release_forbidden', memoryId: 'mem_1' },
  invalid_input: { kind: 'invalid_input', field: 'path', rule: 'not_absolute' },
  path_conflict: {
    kind: 'path_conflict',
    path: '/a/b',
    conflictingPath: '/a',
    conflictingMemoryId: 'mem_1',
  },
  precondition_failed: {
    kind: 'precondition_failed',
    storeId: 'memstore_1',
    memoryId: 'mem_1',
    path: '/a',
  },
  content_too_large: { kind: 'content_too_large', path: '/a', size: 3, limit: 2 },
  limit_reached: { kind: 'limit_reached', limit: 'memories', maximum: 2 },
  head_not_redactable: { kind: 'head_not_redactable', versionId: 'memver_1', memoryId: 'mem_1' },
  redaction_forbidden: { kind: 'redaction_forbidden' },
  version_redacted: { kind: 'version_redacted', versionId: 'memver_1' },
  version_damaged: { kind: 'version_damaged', versionId: 'memver_1' },
  version_is_deletion: { kind: 'version_is_deletion', versionId: 'memver_1' },
  moved_into_itself: { kind: 'moved_into_itself', path: '/a', newPath: '/a/b' },
  moment_name_taken: { kind: 'moment_name_taken', name: 'release', sequence: 1 },
  plan_changed: { kind: 'plan_changed', storeId: 'memstore_1' },
  changed_since_seen: { kind: 'changed_since_seen', storeId: 'memstore_1', path: '/a' },
  store_changed: { kind: 'store_changed', storeId: 'memstore_1' },
  moment_before_store: { kind: 'moment_before_store', storeId: 'memstore_1', since: 0 },
  moment_not_found: { kind: 'moment_not_found', storeId: 'memstore_1', name: 'release' },
  not_a_branch: { kind: 'not_a_branch', storeId: 'memstore_1' },
  branch_origin_gone: {
    kind: 'branch_origin_gone',
    storeId: 'memstore_1',
    originId: 'memstore_0',
  },
  merge_conflicts: {
    kind: 'merge_conflicts',
    storeId: 'memstore_1',
    conflicts: [{ hunkId: 'mem_1:1', memoryId: 'mem_1', path: '/a' }],
  },
  refused_by_policy: {
    kind: 'refused_by_policy',
    storeId: 'memstore_1',
    path: '/a',
    ruleId: 'rule_1',
    reason: 'by the rule rule_1',
  },
  held_by_policy: {
    kind: 'held_by_policy',
    storeId: 'memstore_1',
    path: '/a',
    change: 'modified',
    ruleId: 'rule_1',
    revision: 1,
    lapseAfter: 1,
    reason: 'by the rule rule_1',
    isUnscanned: false,
  },
}

const ANSWERS: Partial<Record<StoreProblemKind, [number, string]>> = {
  refused_by_policy: [403, 'permission_error'],
  held_by_policy: [403, 'permission_error'],
  store_not_found: [404, 'not_found_error'],
  memory_not_found: [404, 'not_found_error'],
  version_not_found: [404, 'not_found_error'],
  version_damaged: [503, 'api_error'],
  path_conflict: [409, 'memory_path_conflict_error'],
  precondition_failed: [409, 'memory_precondition_failed_error'],
  plan_changed: [409, 'conflict_error'],
  changed_since_seen: [409, 'conflict_error'],
  store_changed: [409, 'conflict_error'],
  branch_origin_gone: [409, 'conflict_error'],
  merge_conflicts: [409, 'conflict_error'],
  redaction_forbidden: [403, 'permission_error'],
  memory_quarantined: [403, 'permission_error'],
  release_forbidden: [403, 'permission_error'],
}

interface Body {
  type: string
  error: Record<string, string>
  request_id: string
}

const answered = async (thrown: unknown) => {
  const response = responseOf(respondError(thrown, 'req_1'))
  return { response, body: (await response.json()) as Body }
}

describe('a refusal of the store', () => {
  test.each(Object.values(PROBLEMS))(
    '$kind has its status, type and a sentence',
    async (problem) => {
      const { response, body } = await answered(new StoreError(problem))
      const [status, type] = ANSWERS[problem.kind] ?? [400, 'invalid_request_error']
      expect([response.status, body.error.type]).toEqual([status, type])
      expect(body.error.message).toMatch(/\S.{8,}/)
      expect(body).toMatchObject({ type: 'error', request_id: 'req_1' })
      expect(response.headers.get('request-id')).toBe('req_1')
      expect(response.headers.get('x-should-retry')).toBe('false')
    },
  )

  test('says which path and memory are in the way', async () => {
    const { body } = await answered(new StoreError(PROBLEMS.path_conflict))
    expect(body.error).toEqual({
      type: 'memory_path_conflict_error',
      message: '/a/b overlaps the memory at /a.',
      conflicting_path: '/a',
      conflicting_memory_id: 'mem_1',
    })
  })

  test('says what to do about a head that is to be redacted', async () => {
    const { body } = await answered(new StoreError(PROBLEMS.head_not_redactable))
    expect(body.error.message).toContain('Write a new version or delete the memory first')
  })
})

/** Every kind of refusal of asking a turn again; a missing kind is a compile error. */
const REPLAY_PROBLEMS: {
  [Kind in ReplayProblem['kind']]: Extract<ReplayProblem, { kind: Kind }>
} = {
  no_memory_in_answer: { kind: 'no_memory_in_answer', eventId: 'sevt_1' },
  answer_redacted: { kind: 'answer_redacted', sessionId: 'sesn_1' },
  observed_session: { kind: 'observed_session', sessionId: 'sesn_1' },
  store_gone: { kind: 'store_gone', storeId: 'memstore_1' },
  model_gone: { kind: 'model_gone', model: 'old-model' },
  budget_too_small: { kind: 'budget_too_small', least: 20 },
  check_invalid: { kind: 'check_invalid', reason: 'it does not hold in the answer' },
  moment_before_store: { kind: 'moment_before_store', storeId: 'memstore_1' },
  nothing_to_hide: { kind: 'nothing_to_hide', storeId: 'memstore_1', memory: '/a' },
  no_change_between: { kind: 'no_change_between' },
}

describe('a refusal of asking a turn again', () => {
  test.each(Object.values(REPLAY_PROBLEMS))('$kind has its code', async (problem) => {
    const { response, body } = await answered(new ReplayError(problem))
    expect([response.status, body.error.code]).toEqual([400, problem.kind])
    expect(RESPONSES.Error.safeParse(body).error).toBeUndefined()
  })

  test('has the same code where the store is asked', async () => {
    const { body } = await answered(new StoreError(PROBLEMS.moment_before_store))
    expect(body.error.code).toBe('moment_before_store')
  })
})

describe('an input that is refused', () => {
  test.each(BROKEN_RULES)('by $rule is named, with the rule and its limits', async (broken) => {
    const input = { field: 'content', ...broken } as const
    const ofStore = await answered(new StoreError({ kind: 'invalid_input', ...input }))
    const ofSession = await answered(new SessionError({ kind: 'invalid_session_input', ...input }))
    const { message = '' } = ofStore.body.error
    expect(message).toMatch(/^content: (must|is) \S/)
    for (const fact of shownFacts(broken))
      expect(message.replaceAll(/(?<=\d),(?=\d)/g, '')).toContain(fact)
    expect(ofSession.body.error.message).toBe(message)
  })
})

describe('what is not a refusal', () => {
  afterEach(() => vi.restoreAllMocks())

  test('is an internal fault: its message reaches neither the caller nor the log', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
    const { response, body } = await answered(new Error('sk-secret in the content'))
    expect([response.status, body.error.type]).toEqual([500, 'api_error'])
    expect(JSON.stringify(body)).not.toContain('sk-secret')
    expect(JSON.stringify(logged.mock.calls)).not.toContain('sk-secret')
    expect(logged).toHaveBeenCalledWith(
      'a request failed',
      expect.objectContaining({ request: 'req_1' }),
    )
    expect(response.headers.has('x-should-retry')).toBe(false)
  })

  test('can be retried where there were too many requests', async () => {
    const { response } = await answered(new ApiError(429, 'rate_limit_error', 'Too many.'))
    expect(response.headers.has('x-should-retry')).toBe(false)
  })
})
