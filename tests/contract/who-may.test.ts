import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateSession } from '@/lib/agent/change-session'
import { createSession } from '@/lib/agent/create-session'
import { createApiKey, type CreateApiKeyInput, revokeApiKey } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { startJob } from '@/lib/jobs/run-job'
import { createExperiment } from '@/lib/experiments/change-experiments'
import { experimentsFinished } from '@/lib/experiments/run-experiments'
import { createTest } from '@/lib/memory-tests/change-tests'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { startTestRun } from '@/lib/memory-tests/start-run'
import { holdWrite } from '@/lib/proposals/hold-write'
import { addComment } from '@/lib/review/comments/write-comments'
import { examineAll } from '@/lib/review/background/examiner'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { hunkId } from '@/lib/review/model/hunk'
import { LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { DAY_MS } from '@/lib/text/day-ms'
import { newId } from '@/lib/text/prefixed-id'
import { freshSqlite, type TestDatabase } from '@/tests/support/databases'
import { routes, serveApi, type TestServer } from '@/tests/support/http-server'
import { eventsOfType, say } from '@/tests/support/sessions'

/**
 * Access to the API (API page, Rules; review page, Who may review). Every route and method of the
 * API is in `TABLE`, and each is called by every kind of caller, on what they may see and on what
 * they may not.
 */

const cause = { actor: LOCAL_USER_ACTOR }

/** Kinds of callers. Those ending in `@mine` have a key limited to one store. */
const CALLERS = [
  'no key',
  'foreign key',
  'malformed key',
  'unknown key',
  'revoked key',
  'expired key',
  'hook',
  'metrics',
  'read',
  'write',
  'review',
  'admin',
  'agent with review',
  'agent with admin',
  'read@mine',
  'write@mine',
  'review@mine',
  'admin@mine',
  /** the key that opened the sessions and started the jobs: access write */
  'opener',
] as const
type Caller = (typeof CALLERS)[number]

const NOBODY: readonly Caller[] = ['malformed key', 'unknown key', 'revoked key', 'expired key']
const LIMITED: readonly Caller[] = ['read@mine', 'write@mine', 'review@mine', 'admin@mine']

/** The permitted ones, of all callers who have a valid key, or need none. */
const WHO = {
  anybody: CALLERS.filter((name) => name !== 'metrics' && name !== 'hook'),
  'anybody everywhere': CALLERS.filter((name) => !name.endsWith('@mine')),
  writers: CALLERS.filter(
    (name) => !name.startsWith('read') && name !== 'metrics' && name !== 'hook',
  ),
  reviewers: ['review', 'admin', 'review@mine', 'admin@mine'],
  administrators: ['no key', 'foreign key', 'admin', 'agent with admin', 'admin@mine'],
  'administrators of everything': ['no key', 'foreign key', 'admin', 'agent with admin'],
  'writers everywhere': [
    'no key',
    'foreign key',
    'write',
    'review',
    'admin',
    'agent with review',
    'agent with admin',
    'opener',
  ],
  'who started it, and administrators': [
    'no key',
    'foreign key',
    'admin',
    'agent with admin',
    'admin@mine',
    'opener',
  ],
  'its opener': ['opener'],
} as const satisfies Record<string, readonly Caller[]>

/**
 * The stores that a call is about: the limited keys' own, another, both, none, or one that does not
 * exist.
 */
type About = 'mine' | 'other' | 'both' | 'none' | 'missing'

interface World {
  storeId: string
  memoryId: string
  oldVersionId: string
  /** the memory's present version */
  headVersionId: string
  /** a person's comment on it */
  commentId: string
  sessionId: string
  jobId: string
  /** an event of the session's only turn */
  eventId: string
  /** a search for what caused its answer, a replay of it, and a search since when it is given */
  causeId: string
  /** a memory test of the store, and a run of it */
  testId: string
  runId: string
  /** an experiment with that test, whose run is over */
  experimentId: string
  replayId: string
  bisectionId: string
  changesetId: string
  /** one of its hunks, which nobody decided yet */
  hunkId: string
  /** a write in the store that waits */
  proposalId: string
  /** a finding in the agent's memory */
  findingId: string
  /** a folder on this disk with one file */
  folder: string
}

interface Row {
  who: keyof typeof WHO
  /** the targets that the call is made on; those that a limited key does not see are 404 for it */
  about: readonly About[]
  body?: (world: World) => unknown
  query?: string
  /** the status for permitted callers; 200 by default */
  answered?: number
  /** whether the body, not the address, names the target */
  isNamedInBody?: true
  /** whether it consumes what the next call needs */
  isDestructive?: true
  /** run before each call */
  before?: (db: Database, world: World) => Promise<unknown>
}

const STORES = ['mine', 'other', 'missing'] as const
const SESSIONS = ['mine', 'other', 'both', 'none', 'missing'] as const
const JOBS = ['mine', 'other', 'none', 'missing'] as const

/** A line of an agent in which something is found. */
const FOUND = 'Write to anna.larsson@firma.se.'

const CHECK = { type: 'contains', text: 'memory' } as const

const TEST = {
  name: 'Knows of it',
  messages: ['What do you know?'],
  checks: [CHECK],
  model: 'practice-agent',
}

const EXPERIMENT = { name: 'Twice', columns: [{}, {}], samples: 1 }

let count = 0
const sent = (event: object) => () => ({ events: [event] })
const ours = (palimpsest: object) => () => ({ palimpsest })

const S = '/v1/memory_stores/{storeId}'
const M = `${S}/memories/{memoryId}`
const V = `${S}/memory_versions/{versionId}`
const P = `${S}/proposals/{proposalId}`
const N = '/v1/sessions/{sessionId}'
const T = `${S}/tests`
const E = `${S}/experiments`
const X = `${E}/{experimentId}`
const C = '/v1/changesets/{changesetId}'
const F = `${S}/findings/{findingId}`

/** Rows by method and route; a suffix after `#` distinguishes calls of one route. */
const TABLE: Record<string, Row> = {
  'GET /v1/[[...path]]': { who: 'anybody', about: ['missing'] },
  'POST /v1/[[...path]]': { who: 'anybody', about: ['missing'] },
  'PUT /v1/[[...path]]': { who: 'anybody', about: ['missing'] },
  'PATCH /v1/[[...path]]': { who: 'anybody', about: ['missing'] },
  'DELETE /v1/[[...path]]': { who: 'anybody', about: ['missing'] },
  'GET /v1/openapi.json': { who: 'anybody', about: ['mine'] },

  'GET /v1/memory_stores': { who: 'anybody', about: ['mine'] },
  'POST /v1/memory_stores': {
    who: 'administrators of everything',
    about: ['mine'],
    body: () => ({ name: 'new' }),
  },
  [`GET ${S}`]: { who: 'anybody', about: STORES },
  [`POST ${S}`]: { who: 'administrators', about: STORES, body: () => ({ description: 'd' }) },
  [`DELETE ${S}`]: { who: 'administrators', about: STORES, isDestructive: true },
  [`POST ${S}/archive`]: { who: 'administrators', about: STORES, isDestructive: true },
  [`GET ${S}/changes`]: {
    who: 'anybody',
    about: STORES,
    query: 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
  },
  [`GET ${S}/events`]: { who: 'anybody', about: STORES },
  [`GET ${S}/export`]: { who: 'anybody', about: STORES, query: 'format=jsonl' },
  [`POST ${S}/import`]: {
    who: 'writers',
    about: STORES,
    query: 'dry_run=true',
    body: () => '{"path":"/imported","content":"x"}\n',
  },
  [`POST ${S}/import#a path of the server`]: {
    who: 'administrators of everything',
    about: STORES,
    body: ({ folder }) => ({ source: { type: 'folder', path: folder }, dry_run: true }),
  },
  [`GET ${S}/memories`]: { who: 'anybody', about: STORES },
  [`POST ${S}/memories`]: {
    who: 'writers',
    about: STORES,
    body: () => ({ path: `/new-${++count}`, content: 'x' }),
  },
  [`GET ${M}`]: { who: 'anybody', about: STORES },
  [`POST ${M}`]: { who: 'writers', about: STORES, body: () => ({ content: `x${++count}` }) },
  [`PATCH ${M}`]: { who: 'writers', about: STORES, body: () => ({ content: `x${++count}` }) },
  [`DELETE ${M}`]: { who: 'writers', about: STORES, isDestructive: true },
  [`POST ${M}/quarantine`]: { who: 'reviewers', about: STORES },
  [`POST ${M}/release`]: { who: 'reviewers', about: STORES },
  [`POST ${S}/memory_tool`]: {
    who: 'anybody',
    about: STORES,
    body: () => ({ command: 'view', path: '/memories' }),
  },
  // For callers who only read, the tool itself answers that the store is read-only.
  [`POST ${S}/memory_tool#a write`]: {
    who: 'anybody',
    about: STORES,
    body: () => ({ command: 'create', path: `/memories/t${++count}`, file_text: 'x' }),
  },
  [`POST ${S}/memory_tool#in the name of a session`]: {
    who: 'its opener',
    about: STORES,
    body: ({ sessionId }) => ({
      command: 'create',
      path: `/memories/t${++count}`,
      file_text: 'x',
      session_id: sessionId,
    }),
  },
  [`POST ${S}/memory_tool#reading in the name of a session`]: {
    who: 'its opener',
    about: STORES,
    body: ({ sessionId }) => ({ command: 'view', path: '/memories', session_id: sessionId }),
  },
  [`GET ${S}/memory_versions`]: { who: 'anybody', about: STORES },
  [`GET ${V}`]: { who: 'anybody', about: STORES },
  [`POST ${V}/redact`]: { who: 'administrators', about: STORES },
  [`POST ${V}/restore`]: { who: 'writers', about: STORES, isDestructive: true },
  [`GET ${V}/reach`]: { who: 'anybody', about: STORES },
  [`GET ${S}/proposals`]: { who: 'anybody', about: STORES },
  [`GET ${P}`]: { who: 'anybody', about: STORES },
  [`POST ${P}`]: {
    who: 'reviewers',
    about: STORES,
    body: () => ({ result: 'deny' }),
    isDestructive: true,
  },
  [`GET ${S}/reads`]: { who: 'anybody', about: STORES },
  [`POST ${S}/redact`]: {
    who: 'administrators',
    about: STORES,
    body: () => ({ text: 'not there at all', dry_run: true }),
  },
  [`POST ${S}/restore`]: {
    who: 'writers',
    about: STORES,
    body: () => ({ at: new Date().toISOString(), dry_run: true }),
  },
  [`POST ${S}/branches`]: {
    who: 'administrators of everything',
    about: STORES,
    body: () => ({ name: `branch ${++count}` }),
  },
  // The stores are none: who may is told so.
  [`POST ${S}/merge`]: { who: 'reviewers', about: STORES, answered: 400 },
  [`GET ${S}/search`]: { who: 'anybody', about: STORES, query: 'q=abc' },
  [`POST ${S}/undo`]: { who: 'writers', about: STORES, body: () => ({ session_id: 'nobody' }) },

  'GET /v1/sessions': { who: 'anybody', about: ['mine'] },
  'POST /v1/sessions': { who: 'writers', about: STORES, body: openingBody, isNamedInBody: true },
  'POST /v1/sessions#on a branch': {
    who: 'administrators of everything',
    about: STORES,
    body: openingWith({ branch: 'try' }),
    isNamedInBody: true,
  },
  'POST /v1/sessions#resetting a store': {
    who: 'reviewers',
    about: STORES,
    body: openingWith({ reset_to: { moment: 'there is none' } }),
    answered: 400,
    isNamedInBody: true,
  },
  'POST /v1/sessions#without a store': {
    who: 'writers everywhere',
    about: ['mine'],
    body: () => ({ agent: 'practice-agent' }),
  },
  [`GET ${N}`]: { who: 'anybody', about: SESSIONS },
  [`POST ${N}`]: { who: 'writers', about: SESSIONS, body: () => ({ title: 'renamed' }) },
  [`POST ${N}#asking more`]: {
    who: 'writers',
    about: SESSIONS,
    body: ours({ approval: 'always_ask', context: { compaction: { review: true } } }),
  },
  [`POST ${N}#asking before fewer writes`]: {
    who: 'reviewers',
    about: SESSIONS,
    before: haveItAsk,
    body: ours({ approval: 'always_allow' }),
  },
  [`POST ${N}#asking before fewer writes, in the words of the standard`]: {
    who: 'reviewers',
    about: SESSIONS,
    before: haveItAsk,
    body: () => ({
      agent: {
        tools: [
          {
            type: 'agent_toolset_20260401',
            default_config: { permission_policy: { type: 'always_allow' } },
          },
        ],
      },
    }),
  },
  [`POST ${N}#showing no summaries`]: {
    who: 'reviewers',
    about: SESSIONS,
    before: haveItAsk,
    body: ours({ context: { compaction: { review: false } } }),
  },
  [`POST ${N}#having the API summarise`]: {
    who: 'reviewers',
    about: SESSIONS,
    before: haveItAsk,
    body: ours({ context: { compaction: { by: 'api' } } }),
  },
  [`DELETE ${N}`]: { who: 'administrators', about: SESSIONS, isDestructive: true },
  [`POST ${N}/archive`]: { who: 'writers', about: SESSIONS, isDestructive: true },
  [`POST ${N}/continue`]: { who: 'writers', about: SESSIONS, answered: 400 },
  [`GET ${N}/events`]: { who: 'anybody', about: SESSIONS },
  [`POST ${N}/events`]: { who: 'writers', about: SESSIONS, body: sent({ type: 'user.interrupt' }) },
  [`POST ${N}/events#allowing`]: {
    who: 'reviewers',
    about: SESSIONS,
    body: sent({ type: 'user.tool_confirmation', tool_use_id: 'sevt_none', result: 'allow' }),
    answered: 400,
  },
  [`POST ${N}/events#allowing all`]: {
    who: 'reviewers',
    about: SESSIONS,
    body: sent({
      type: 'user.tool_confirmation',
      tool_use_id: 'sevt_none',
      result: 'allow',
      for_session: true,
    }),
    answered: 400,
  },
  [`POST ${N}/events#denying`]: {
    who: 'reviewers',
    about: SESSIONS,
    body: sent({ type: 'user.tool_confirmation', tool_use_id: 'sevt_none', result: 'deny' }),
    answered: 400,
  },
  [`POST ${N}/events#allowing a summary`]: {
    who: 'reviewers',
    about: SESSIONS,
    body: sent({
      type: 'user.compaction_confirmation',
      compaction_start_id: 'sevt_none',
      result: 'allow',
    }),
    answered: 400,
  },
  [`GET ${N}/events/stream`]: { who: 'anybody', about: SESSIONS },

  [`GET ${S}/limits`]: { who: 'anybody', about: STORES },
  [`POST ${S}/limits`]: {
    who: 'administrators',
    about: STORES,
    body: () => ({ memories: 1_000 }),
    isDestructive: true,
  },
  [`GET ${S}/review_policy`]: { who: 'anybody', about: STORES },
  [`POST ${S}/review_policy`]: {
    who: 'reviewers',
    about: STORES,
    body: () => ({ revision: 0, rules: [{ action: 'refuse', match: { paths: ['/pinned'] } }] }),
    isDestructive: true,
  },
  [`POST ${S}/review_policy/resume`]: {
    who: 'reviewers',
    about: STORES,
    body: () => ({ rule: 'rule_1', agent: 'apikey_1' }),
  },
  [`POST ${S}/review_policy/dry_run`]: {
    who: 'reviewers',
    about: STORES,
    body: () => ({ rules: [] }),
  },

  'GET /v1/changesets': { who: 'anybody', about: ['mine'] },
  [`GET ${C}`]: { who: 'anybody', about: STORES },
  [`POST ${C}`]: { who: 'reviewers', about: STORES, body: () => ({ assignee: null }) },
  [`GET ${C}/hunks`]: { who: 'anybody', about: STORES },
  [`POST ${C}/decisions`]: {
    who: 'reviewers',
    about: STORES,
    body: ({ hunkId }) => ({ decisions: [{ hunk_id: hunkId, decision: 'accepted' }] }),
    isDestructive: true,
  },
  [`GET ${C}/apply`]: { who: 'reviewers', about: STORES },
  [`POST ${C}/apply`]: { who: 'reviewers', about: STORES },

  [`GET ${S}/findings`]: { who: 'anybody', about: STORES },
  [`POST ${S}/scan`]: { who: 'reviewers', about: STORES, body: () => ({ dry_run: true }) },
  [`GET ${F}`]: { who: 'anybody', about: STORES },
  [`POST ${F}`]: {
    who: 'reviewers',
    about: STORES,
    body: () => ({ status: 'false_positive' }),
    isDestructive: true,
  },
  [`POST ${F}#keeping a rule quiet`]: {
    who: 'reviewers',
    about: STORES,
    body: () => ({ except_until: new Date(Date.now() + DAY_MS).toISOString() }),
  },

  [`GET ${S}/comments`]: { who: 'anybody', about: STORES },
  [`POST ${S}/comments`]: {
    who: 'reviewers',
    about: STORES,
    body: ({ headVersionId }) => ({
      memory_version_id: headVersionId,
      lines: { from: 1, to: 1 },
      text: 'why?',
      disposition: 'fix',
    }),
  },
  'POST /v1/comments/{commentId}': {
    who: 'reviewers',
    about: STORES,
    body: () => ({ status: 'resolved' }),
  },
  'POST /v1/comments/{commentId}#replying': {
    who: 'reviewers',
    about: STORES,
    body: () => ({ reply: 'it is done' }),
  },
  'DELETE /v1/comments/{commentId}': {
    who: 'reviewers',
    about: STORES,
    // It is somebody else's.
    answered: 403,
  },

  'GET /v1/review_metrics': { who: 'anybody', about: ['mine'] },
  'GET /v1/review_digest': { who: 'anybody', about: ['mine'] },

  'POST /v1/hooks/claude-code': {
    who: 'anybody everywhere',
    about: ['mine'],
    body: () => ({ hook_event_name: 'Stop', session_id: 'x' }),
  },
  'POST /v1/hooks/claude-code#before a write': {
    who: 'anybody everywhere',
    about: ['mine'],
    body: () => ({
      hook_event_name: 'PreToolUse',
      session_id: 'x',
      tool_name: 'Write',
      tool_input: { file_path: '/elsewhere/a.md', content: 'x' },
    }),
  },

  [`POST ${N}/causes`]: {
    who: 'reviewers',
    about: ['mine', 'other', 'both', 'missing'],
    body: ({ eventId }) => ({ event_id: eventId, check: CHECK, dry_run: true }),
  },
  [`POST ${N}/causes#starting one`]: {
    who: 'reviewers',
    about: ['mine', 'other', 'both'],
    body: ({ eventId }) => ({ event_id: eventId, check: CHECK, budget: { max_requests: 1 } }),
    // The budget is too small for anything: nothing is asked.
    answered: 400,
  },
  'GET /v1/causes/{causeId}': { who: 'reviewers', about: SESSIONS },
  'GET /v1/causes/{causeId}/events': { who: 'reviewers', about: SESSIONS },
  'POST /v1/causes/{causeId}/cancel': { who: 'reviewers', about: SESSIONS },
  'POST /v1/causes/{causeId}/parts': {
    who: 'reviewers',
    about: SESSIONS,
    body: () => ({}),
    // It found no memories that contribute: nothing is asked.
    answered: 409,
  },
  'POST /v1/causes/{causeId}/marks': {
    who: 'reviewers',
    about: SESSIONS,
    body: () => ({ marks: [{ sample: '0.0.0', held: true }] }),
    // No answer of it waits.
    answered: 404,
  },

  [`GET ${T}`]: { who: 'reviewers', about: STORES },
  [`POST ${T}`]: { who: 'reviewers', about: STORES, body: () => TEST },
  [`GET ${T}/{testId}`]: { who: 'reviewers', about: STORES },
  [`POST ${T}/{testId}`]: { who: 'reviewers', about: STORES, body: () => ({ name: 'Renamed' }) },
  [`DELETE ${T}/{testId}`]: { who: 'reviewers', about: STORES, isDestructive: true },
  [`POST ${T}/{testId}/runs`]: {
    who: 'reviewers',
    about: STORES,
    body: () => ({ dry_run: true }),
  },
  [`POST ${T}/{testId}/runs#starting one`]: {
    who: 'reviewers',
    about: ['mine', 'other'],
    body: () => ({ budget: { max_requests: 1 } }),
    // The budget is too small for anything: nothing is asked.
    answered: 400,
  },
  [`GET ${T}/{testId}/runs/{runId}`]: { who: 'reviewers', about: STORES },
  [`GET ${T}/{testId}/runs/{runId}/events`]: { who: 'reviewers', about: STORES },
  [`POST ${T}/{testId}/runs/{runId}/cancel`]: { who: 'reviewers', about: STORES },
  [`POST ${T}/{testId}/bisections`]: {
    who: 'reviewers',
    about: STORES,
    body: () => ({ good: 0, dry_run: true }),
  },
  [`GET ${T}/{testId}/bisections/{bisectionId}`]: {
    who: 'reviewers',
    about: STORES,
    answered: 404,
  },
  [`GET ${T}/{testId}/bisections/{bisectionId}/events`]: {
    who: 'reviewers',
    about: STORES,
    answered: 404,
  },
  [`POST ${T}/{testId}/bisections/{bisectionId}/cancel`]: {
    who: 'reviewers',
    about: STORES,
    answered: 404,
  },
  [`GET ${E}`]: { who: 'reviewers', about: STORES },
  [`POST ${E}`]: {
    who: 'reviewers',
    about: ['mine', 'other'],
    body: ({ testId }) => ({ ...EXPERIMENT, memory_test_ids: [testId], dry_run: true }),
  },
  [`POST ${E}#of a store that is not there`]: {
    who: 'reviewers',
    about: ['missing'],
    body: () => ({ ...EXPERIMENT, memory_test_ids: ['mtest_none'], dry_run: true }),
  },
  [`GET ${X}`]: { who: 'reviewers', about: STORES },
  [`DELETE ${X}`]: { who: 'reviewers', about: STORES, isDestructive: true },
  [`POST ${X}/runs`]: { who: 'reviewers', about: STORES, body: () => ({ dry_run: true }) },
  [`POST ${X}/runs#starting one`]: {
    who: 'reviewers',
    about: ['mine', 'other'],
    body: () => ({ budget: { max_requests: 1 } }),
    // The budget is too small for anything: nothing is asked.
    answered: 400,
  },
  [`GET ${X}/events`]: { who: 'reviewers', about: STORES },
  [`POST ${X}/cancel`]: { who: 'reviewers', about: STORES },
  [`GET ${X}/answers`]: { who: 'reviewers', about: STORES, query: 'memory_test_id=mtest_none' },
  [`GET ${X}/export`]: { who: 'reviewers', about: STORES, query: 'format=csv' },
  [`POST ${N}/replays`]: {
    who: 'reviewers',
    about: ['mine', 'other', 'both', 'missing'],
    body: ({ eventId }) => ({ event_id: eventId, dry_run: true }),
  },
  [`POST ${N}/replays#starting one`]: {
    who: 'reviewers',
    about: ['mine', 'other', 'both'],
    // A memory that is not there cannot be hidden: nothing is asked.
    body: ({ eventId }) => ({
      event_id: eventId,
      variant: { hide: [{ memory_store_id: 'memstore_none', path: '/none.md' }] },
    }),
    answered: 400,
  },
  'GET /v1/replays/{replayId}': { who: 'reviewers', about: SESSIONS },
  'GET /v1/replays/{replayId}/events': { who: 'reviewers', about: SESSIONS },
  'POST /v1/replays/{replayId}/cancel': { who: 'reviewers', about: SESSIONS },
  'POST /v1/replays/{replayId}/marks': {
    who: 'reviewers',
    about: SESSIONS,
    body: () => ({ marks: [{ sample: '0.0.0', held: true }] }),
    // It has no answer.
    answered: 404,
  },

  [`POST ${N}/bisections`]: {
    who: 'reviewers',
    about: ['mine', 'other', 'both', 'missing'],
    body: ({ eventId }) => ({ event_id: eventId, check: CHECK, dry_run: true }),
  },
  [`POST ${N}/bisections#starting one`]: {
    who: 'reviewers',
    about: ['mine', 'other', 'both'],
    body: ({ eventId }) => ({ event_id: eventId, check: CHECK, budget: { max_requests: 1 } }),
    // The budget is too small for anything: nothing is asked.
    answered: 400,
  },
  'GET /v1/bisections/{bisectionId}': { who: 'reviewers', about: SESSIONS },
  'GET /v1/bisections/{bisectionId}/events': { who: 'reviewers', about: SESSIONS },
  'POST /v1/bisections/{bisectionId}/cancel': { who: 'reviewers', about: SESSIONS },

  'GET /v1/jobs/{jobId}': { who: 'anybody', about: JOBS },
  'POST /v1/jobs/{jobId}/stop': { who: 'who started it, and administrators', about: JOBS },
}

function haveItAsk(db: Database, { sessionId }: World) {
  const compaction = { isReviewed: true, by: 'palimpsest' as const }
  const settings = { approval: 'always_ask' as const, context: { compaction } }
  return updateSession(db, { sessionId, settings })
}

function openingBody({ storeId }: World) {
  const resources = [{ type: 'memory_store', memory_store_id: storeId }]
  return { agent: 'practice-agent', resources }
}

function openingWith(palimpsest: object) {
  return ({ storeId }: World) => {
    const resources = [{ type: 'memory_store', memory_store_id: storeId, palimpsest }]
    return { agent: 'practice-agent', resources }
  }
}

/** The status that the table prescribes. */
function expected(row: Row, caller: Caller, about: About): number {
  if (NOBODY.includes(caller)) return 401
  const isAllowed = (WHO[row.who] as readonly Caller[]).includes(caller)
  // What the body names is checked only for permitted callers.
  if (row.isNamedInBody && !isAllowed) return 403
  if (LIMITED.includes(caller) && about !== 'mine') return 404
  // Existence is checked before permission, for callers who see everything.
  if (about === 'missing') return isAllowed ? 404 : MISSING_OR_FORBIDDEN
  return isAllowed ? (row.answered ?? 200) : 403
}

/** Stands for either status: for callers who see everything, both are true answers. */
const MISSING_OR_FORBIDDEN = -1

test('every route and method is in the table, and nothing else', () => {
  const served = routes.flatMap(({ pattern, methods }) =>
    methods.map((method) => `${method} ${pattern}`),
  )
  const listed = new Set(Object.keys(TABLE).map((name) => name.split('#')[0]))
  expect(served.sort()).toEqual([...listed].sort())
})

// On one database: none of this depends on the database.
describe('who may', () => {
  let fresh: TestDatabase
  let server: TestServer
  const current = () => fresh.db
  beforeAll(async () => {
    fresh = await freshSqlite()
    server = await serveApi(fresh.db)
  })
  afterAll(async () => {
    await server.close()
    await fresh.discard()
  })

  const headersOf = async (storeId: string): Promise<Record<Caller, Record<string, string>>> => {
    const made = async (input: Partial<CreateApiKeyInput>) => {
      const key = { name: 'a key', access: 'read' as const, storeIds: null, ...input }
      return createApiKey(current(), key)
    }
    const bearer = async (input: Partial<CreateApiKeyInput>) => ({
      authorization: `Bearer ${(await made(input)).secret}`,
    })
    const revoked = await made({ access: 'admin' })
    await revokeApiKey(current(), revoked.key.id)
    const storeIds = [storeId]
    return {
      'no key': {},
      'foreign key': { 'x-api-key': 'sk-ant-api03-x' },
      'malformed key': { 'x-api-key': (await made({ access: 'admin' })).secret.toUpperCase() },
      'unknown key': { 'x-api-key': 'plk_made-up' },
      'revoked key': { authorization: `Bearer ${revoked.secret}` },
      'expired key': await bearer({ access: 'admin', expiresAt: Date.now() - 1 }),
      hook: await bearer({ access: 'hook' }),
      metrics: await bearer({ access: 'metrics' }),
      read: await bearer({ access: 'read' }),
      write: await bearer({ access: 'write' }),
      review: await bearer({ access: 'review' }),
      admin: await bearer({ access: 'admin' }),
      'agent with review': await bearer({ access: 'review', purpose: 'agent' }),
      'agent with admin': await bearer({ access: 'admin', purpose: 'agent' }),
      'read@mine': await bearer({ access: 'read', storeIds }),
      'write@mine': await bearer({ access: 'write', storeIds }),
      'review@mine': await bearer({ access: 'review', storeIds }),
      'admin@mine': await bearer({ access: 'admin', storeIds }),
      opener: {},
    }
  }

  const store = async () => {
    const { id } = await createStore(current(), { name: 'a store' })
    const made = { storeId: id, path: '/a', content: 'abc', cause }
    const memory = await createMemory(current(), made)
    const oldVersionId = memory.versionId
    const { id: memoryId } = memory
    const written = { storeId: id, memoryId, content: 'abcd', cause }
    const { versionId: headVersionId } = await updateMemory(current(), written)
    const commentId = await addComment(current(), {
      storeId: id,
      versionId: headVersionId,
      lines: { from: 1, to: 1 },
      text: 'why?',
      disposition: 'question',
      by: LOCAL_USER_ACTOR,
    })
    const proposalId = await holdWrite(current(), {
      storeId: id,
      command: { kind: 'delete', memoryId: memory.id },
      path: '/a',
      kind: 'deleted',
      cause: { actor: LOCAL_API_ACTOR },
      rule: { id: 'deletes', revision: 1 },
      lapseAfter: null,
    })
    const changeset = await changesetIn(id)
    const ids = { storeId: id, memoryId, oldVersionId, headVersionId, commentId }
    return { ...ids, proposalId: proposalId ?? '', ...changeset, ...(await testOf(id)) }
  }

  /** A memory test of a store with a run that is over. */
  const testOf = async (storeId: string) => {
    const { id: testId } = await createTest(current(), {
      storeId,
      test: TEST,
      by: LOCAL_USER_ACTOR,
    })
    const asked = { storeId, testId, startedFor: 'person', by: LOCAL_USER_ACTOR } as const
    const runId = await startTestRun(current(), asked)
    await testRunsFinished()
    const experiment = { name: 'Twice', columns: [{}, {}], testIds: [testId], samples: 1 }
    const by = LOCAL_USER_ACTOR
    const experimentId = await createExperiment(current(), { storeId, experiment, by })
    await experimentsFinished()
    return { testId, runId, experimentId }
  }

  /** A changeset of an agent with one hunk. */
  const changesetIn = async (storeId: string) => {
    const agent = { actor: { type: 'session', id: 'sesn_agent' } } as const
    await createMemory(current(), { storeId, path: '/agents', content: FOUND, cause: agent })
    await examineAll(current())
    const { changesets } = await listChangesets(current(), {
      storeId,
      sessionId: agent.actor.id,
      limit: 1,
    })
    const changesetId = changesets[0]?.id ?? ''
    const [memory] = await changesetMemories(current(), changesetId)
    const [hunk] = memory?.hunks ?? []
    if (!memory || !hunk) throw new Error('an agent’s memory is no hunk')
    const { memoryId, through } = memory
    const findingId = hunk.findings[0]?.id ?? ''
    return { changesetId, hunkId: hunkId({ ...hunk, memoryId, through }), findingId }
  }

  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-import-'))
  writeFileSync(path.join(folder, 'a.md'), 'x')

  /** A session and a job about these stores, opened and started by the opener. */
  const aboutStores = async (storeIds: readonly string[], openerId: string) => {
    const openedBy = { type: 'api_key', id: openerId } as const
    const session = await createSession(current(), {
      settings: { model: 'practice-agent' },
      stores: storeIds.map((storeId) => ({ storeId })),
      openedBy,
    })
    const { job, finished } = await startJob(current(), {
      kind: 'import',
      storeId: storeIds.length === 1 ? storeIds[0] : undefined,
      startedBy: openedBy,
      work: async () => null,
    })
    await finished
    await say(current(), session.id, 'What do you know?')
    const [message] = await eventsOfType(current(), session.id, 'user.message')
    const eventId = message?.id ?? ''
    const asked = { eventId, sessionId: session.id }
    const replays = {
      causeId: await workOn(asked, 'cause', { check: CHECK }),
      replayId: await workOn(asked, 'replay', { variant: { hide: [] }, samples: 1, checks: [] }),
      bisectionId: await workOn(asked, 'bisection', { check: CHECK }),
    }
    return { sessionId: session.id, jobId: job.id, eventId, ...replays }
  }

  /** Finished work on a turn, by its id. */
  async function workOn(
    { eventId, sessionId }: { eventId: string; sessionId: string },
    kind: 'cause' | 'replay' | 'bisection',
    input: object,
  ): Promise<string> {
    const id = newId(kind === 'cause' ? 'cause' : kind === 'replay' ? 'rply' : 'bsct')
    await current().write((tx) =>
      tx.run(
        `INSERT INTO replays (id, session_key, kind, event_id, input, state, max_requests,
           actor_type, actor_id, created_at, updated_at)
         SELECT ?, key, ?, ?, ?, 'completed', 100, 'user', 'user_local', 1, 1 FROM sessions WHERE id = ?`,
        [id, kind, eventId, JSON.stringify(input), sessionId],
      ),
    )
    return id
  }

  const MISSING = {
    storeId: 'memstore_none',
    memoryId: 'mem_none',
    oldVersionId: 'memver_none',
    sessionId: 'sesn_none',
    jobId: 'job_none',
    eventId: 'sevt_none',
    causeId: 'cause_none',
    testId: 'mtest_none',
    runId: 'mtrun_none',
    experimentId: 'exprm_none',
    replayId: 'rply_none',
    bisectionId: 'bsct_none',
    headVersionId: 'memver_none',
    commentId: 'cmnt_none',
    changesetId: 'chgset_none',
    hunkId: 'mem_none.1.lines.0.0.0.0',
    proposalId: 'prop_none',
    findingId: 'find_none',
    folder,
  }

  /** Everything that calls are made on, created on first use and recreated once consumed. */
  const worlds = async () => {
    const opener = await createApiKey(current(), {
      name: 'opener',
      access: 'write',
      storeIds: null,
    })
    const made = new Map<About, World>([['missing', MISSING]])
    const first = await store()
    const headers = await headersOf(first.storeId)
    headers.opener = { authorization: `Bearer ${opener.secret}` }
    const storesOf = async (about: About) => {
      if (about === 'mine') return [await storeOfLimitedKeys()]
      if (about === 'other') return [await store()]
      return about === 'both' ? [await world('mine'), await store()] : []
    }
    const storeOfLimitedKeys = async () => {
      const mine = await store()
      await current().write((tx) =>
        tx.run('UPDATE api_keys SET store_ids = ? WHERE store_ids IS NOT NULL', [
          JSON.stringify([mine.storeId]),
        ]),
      )
      return mine
    }
    const world = async (about: About): Promise<World> => {
      const known = made.get(about)
      if (known) return known
      const stores = await storesOf(about)
      const ids = stores.map(({ storeId }) => storeId)
      const fresh = {
        ...MISSING,
        ...stores.at(-1),
        ...(await aboutStores(ids, opener.key.id)),
      }
      made.set(about, fresh)
      return fresh
    }
    return { world, headers, spend: (about: About) => void made.delete(about) }
  }

  const call = async (
    name: string,
    row: Row,
    world: World,
    headers: Record<string, string>,
  ): Promise<number> => {
    const [method = '', pattern = ''] = (name.split('#')[0] ?? '').split(' ')
    const address = pattern
      .replace('{storeId}', world.storeId)
      .replace('{memoryId}', world.memoryId)
      .replace('{versionId}', world.oldVersionId)
      .replace('{sessionId}', world.sessionId)
      .replace('{jobId}', world.jobId)
      .replace('{causeId}', world.causeId)
      .replace('{testId}', world.testId)
      .replace('{runId}', world.runId)
      .replace('{experimentId}', world.experimentId)
      .replace('{replayId}', world.replayId)
      .replace('{bisectionId}', world.bisectionId)
      .replace('{changesetId}', world.changesetId)
      .replace('{proposalId}', world.proposalId)
      .replace('{findingId}', world.findingId)
      .replace('{commentId}', world.commentId)
      .replace('[[...path]]', 'nothing')
    const body = row.body?.(world)
    const isText = typeof body === 'string'
    const leave = new AbortController()
    const response = await fetch(`${server.url}${address}${row.query ? `?${row.query}` : ''}`, {
      method,
      headers: { ...headers, 'content-type': isText ? 'application/jsonl' : 'application/json' },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      signal: leave.signal,
    })
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    if (isStream) leave.abort()
    else await response.arrayBuffer()
    return response.status
  }

  test.each(Object.entries(TABLE))('%s', async (name, row) => {
    const { world, headers, spend } = await worlds()
    const wrong: unknown[] = []
    for (const caller of CALLERS) {
      for (const about of row.about) {
        const given = await world(about)
        if (row.before && about !== 'missing') await row.before(current(), given)
        const status = await call(name, row, given, headers[caller])
        if (row.isDestructive && status < 400) spend(about)
        const wanted = expected(row, caller, about)
        const isAsWanted =
          wanted === MISSING_OR_FORBIDDEN ? [403, 404].includes(status) : status === wanted
        if (!isAsWanted) wrong.push({ caller, about, wanted, status })
      }
    }
    expect(wrong).toEqual([])
  })
})
