import { z } from 'zod'
import * as findings from './finding-schemas'
import { RESPONSES, type ResponseName } from './response-schemas'
import { limitsBody } from './limits-schemas'
import * as policies from './policy-schemas'
import * as reviews from './review-schemas'
import * as requests from './schemas'
import * as sessions from './session-schemas'
import { REVIEW_EVENT_TYPES } from '@/lib/store/model/review-event'

/** The OpenAPI 3.1 description of the API, generated from the schemas that parse requests. */

interface Operation {
  /** its `operationId` */
  id: string
  summary: string
  description?: string
  answers: ResponseName | 'text/event-stream' | 'application/octet-stream'
  query?: z.ZodObject
  /** headers that only this operation has */
  headers?: z.ZodObject
  body?: z.ZodType
  /** whether the body may also be a file */
  takesFile?: true
}

type Method = 'get' | 'post' | 'patch' | 'delete'

const STORE = '/v1/memory_stores/{storeId}'
const MEMORY = `${STORE}/memories/{memoryId}`
const VERSION = `${STORE}/memory_versions/{versionId}`

const PROPOSAL = `${STORE}/proposals/{proposalId}`

const SESSION = '/v1/sessions/{sessionId}'
const CHANGESET = '/v1/changesets/{changesetId}'

const updateMemory: Operation = {
  id: 'updateMemory',
  summary: "Change a memory's content, path, or both",
  query: requests.viewQuery('basic'),
  body: requests.updateMemoryBody,
  answers: 'Memory',
}

const OPERATIONS: Record<string, Partial<Record<Method, Operation>>> = {
  '/v1/memory_stores': {
    get: {
      id: 'listMemoryStores',
      summary: 'List stores',
      query: requests.listStoresQuery,
      answers: 'MemoryStorePage',
    },
    post: {
      id: 'createMemoryStore',
      summary: 'Make a store',
      body: requests.createStoreBody,
      answers: 'MemoryStore',
    },
  },
  [STORE]: {
    get: { id: 'getMemoryStore', summary: 'Read a store', answers: 'MemoryStore' },
    post: {
      id: 'updateMemoryStore',
      summary: 'Change a store',
      body: requests.updateStoreBody,
      answers: 'MemoryStore',
    },
    delete: {
      id: 'deleteMemoryStore',
      summary: 'Delete a store with all in it',
      answers: 'DeletedMemoryStore',
    },
  },
  [`${STORE}/archive`]: {
    post: { id: 'archiveMemoryStore', summary: 'Archive a store', answers: 'MemoryStore' },
  },
  [`${STORE}/memories`]: {
    get: {
      id: 'listMemories',
      summary: 'List memories',
      query: requests.listMemoriesQuery,
      answers: 'MemoryPage',
    },
    post: {
      id: 'createMemory',
      summary: 'Create a memory',
      query: requests.viewQuery('basic'),
      body: requests.createMemoryBody,
      answers: 'Memory',
    },
  },
  [MEMORY]: {
    get: {
      id: 'getMemory',
      summary: 'Read a memory',
      query: requests.getMemoryQuery,
      answers: 'Memory',
    },
    post: updateMemory,
    patch: { ...updateMemory, id: 'patchMemory' },
    delete: {
      id: 'deleteMemory',
      summary: 'Delete a memory',
      query: requests.deleteMemoryQuery,
      answers: 'DeletedMemory',
    },
  },
  [`${MEMORY}/quarantine`]: {
    post: {
      id: 'quarantineMemory',
      summary: 'Serve agents the version before, until the memory is released',
      body: reviews.quarantineBody,
      answers: 'MemoryQuarantine',
    },
  },
  [`${MEMORY}/release`]: {
    post: {
      id: 'releaseMemory',
      summary: 'Serve agents the memory as it is again',
      answers: 'MemoryQuarantine',
    },
  },
  [`${STORE}/memory_versions`]: {
    get: {
      id: 'listMemoryVersions',
      summary: 'List versions, newest first',
      query: requests.listVersionsQuery,
      answers: 'MemoryVersionPage',
    },
  },
  [VERSION]: {
    get: {
      id: 'getMemoryVersion',
      summary: 'Read a version',
      query: requests.viewQuery('full'),
      answers: 'MemoryVersion',
    },
  },
  [`${VERSION}/redact`]: {
    post: { id: 'redactMemoryVersion', summary: 'Empty a version', answers: 'MemoryVersion' },
  },
  [`${VERSION}/restore`]: {
    post: {
      id: 'restoreMemoryVersion',
      summary: 'Roll a memory back to a version',
      body: requests.restoreVersionBody,
      answers: 'Memory',
    },
  },
  [`${STORE}/memory_tool`]: {
    post: {
      id: 'runMemoryTool',
      summary: 'Run a command of the memory tool',
      body: requests.memoryToolBody,
      answers: 'MemoryToolResult',
    },
  },
  [`${STORE}/events`]: {
    get: {
      id: 'followMemoryStore',
      summary: 'Follow the changes of a store, and its review',
      description: `Each change once, in order, with its number as the event’s id; those after \`Last-Event-ID\`, or \`after\`, are replayed. Besides, from now on and without an id, what happens in its review, as the id of what to ask for again: ${REVIEW_EVENT_TYPES.join(', ')}.`,
      query: requests.eventsQuery,
      headers: requests.lastEventIdHeader,
      answers: 'text/event-stream',
    },
  },
  [`${STORE}/restore`]: {
    post: {
      id: 'restoreMemoryStore',
      summary: 'Restore the whole store to a moment',
      body: requests.restoreStoreBody,
      answers: 'Rollback',
    },
  },
  [`${STORE}/undo`]: {
    post: {
      id: 'undoChanges',
      summary: 'Take changes back',
      body: requests.undoBody,
      answers: 'Rollback',
    },
  },
  [`${STORE}/changes`]: {
    get: {
      id: 'getChanges',
      summary: 'The net difference between two moments',
      query: requests.changesQuery,
      answers: 'Changes',
    },
  },
  [`${STORE}/search`]: {
    get: {
      id: 'searchMemoryStore',
      summary: 'Search a store',
      query: requests.searchQuery,
      answers: 'SearchResult',
    },
  },
  [`${STORE}/redact`]: {
    post: {
      id: 'redactText',
      summary: 'Take a text out of a store and its history; with dry_run, find it',
      body: requests.redactTextBody,
      answers: 'RedactionAnswer',
    },
  },
  [`${STORE}/reads`]: {
    get: {
      id: 'listReads',
      summary: 'Who read what',
      query: requests.readsQuery,
      answers: 'Reads',
    },
  },
  [`${STORE}/export`]: {
    get: {
      id: 'exportMemoryStore',
      summary: 'Export a store',
      query: requests.exportQuery,
      answers: 'application/octet-stream',
    },
  },
  [`${STORE}/import`]: {
    post: {
      id: 'importIntoMemoryStore',
      summary: 'Seed a store; plans with dry_run, else starts a job',
      query: requests.importQuery,
      body: requests.importBody,
      takesFile: true,
      answers: 'ImportAnswer',
    },
  },
  '/v1/sessions': {
    get: {
      id: 'listSessions',
      summary: 'List sessions, newest first',
      query: sessions.listSessionsQuery,
      answers: 'SessionPage',
    },
    post: {
      id: 'createSession',
      summary: 'Open a session',
      body: sessions.createSessionBody,
      answers: 'Session',
    },
  },
  [SESSION]: {
    get: { id: 'getSession', summary: 'Read a session', answers: 'Session' },
    post: {
      id: 'updateSession',
      summary: 'Change a session',
      body: sessions.updateSessionBody,
      answers: 'Session',
    },
    delete: {
      id: 'deleteSession',
      summary: 'Delete a session; what it wrote stays',
      answers: 'DeletedSession',
    },
  },
  [`${SESSION}/archive`]: {
    post: { id: 'archiveSession', summary: 'End a session for good', answers: 'Session' },
  },
  [`${SESSION}/continue`]: {
    post: {
      id: 'continueSession',
      summary: 'Have a session go on after an error or a cut',
      answers: 'Session',
    },
  },
  [`${SESSION}/events`]: {
    get: {
      id: 'listSessionEvents',
      summary: 'List what happened in a session',
      query: sessions.listSessionEventsQuery,
      answers: 'SessionEventPage',
    },
    post: {
      id: 'sendSessionEvents',
      summary: 'Say something to a session, answer what waits, or have its context summarised',
      body: sessions.sendEventsBody,
      answers: 'SentSessionEvents',
    },
  },
  [`${SESSION}/events/stream`]: {
    get: {
      id: 'followSession',
      summary: 'Follow a session',
      query: requests.eventsQuery,
      headers: requests.lastEventIdHeader,
      answers: 'text/event-stream',
    },
  },
  [`${STORE}/limits`]: {
    get: {
      id: 'getStoreLimits',
      summary: 'Read how much a store may hold, and how much it holds',
      answers: 'MemoryStoreLimits',
    },
    post: {
      id: 'setStoreLimits',
      summary: 'Limit how much a store may hold; what is left out is kept',
      body: limitsBody,
      answers: 'MemoryStoreLimits',
    },
  },
  [`${STORE}/review_policy`]: {
    get: {
      id: 'getReviewPolicy',
      summary: 'Read what happens to agents’ writes',
      answers: 'ReviewPolicy',
    },
    post: {
      id: 'saveReviewPolicy',
      summary: 'Save the rules for agents’ writes; `revision` is the one that was read',
      body: policies.policyBody,
      answers: 'ReviewPolicy',
    },
  },
  [`${STORE}/review_policy/resume`]: {
    post: {
      id: 'resumeReviewRule',
      summary: 'Let a rule land an agent’s writes again, after a rejection suspended it',
      body: policies.resumeBody,
      answers: 'ReviewPolicy',
    },
  },
  [`${STORE}/review_policy/dry_run`]: {
    post: {
      id: 'dryRunReviewPolicy',
      summary: 'What rules would have done with the last days’ writes',
      body: policies.dryRunBody,
      answers: 'ReviewPolicyDryRun',
    },
  },
  '/v1/changesets': {
    get: {
      id: 'listChangesets',
      summary: 'List what agents changed, the highest level first',
      query: reviews.listChangesetsQuery,
      answers: 'ChangesetPage',
    },
  },
  [CHANGESET]: {
    get: {
      id: 'getChangeset',
      summary: 'Read a changeset with its memories',
      answers: 'ChangesetWithMemories',
    },
    post: {
      id: 'updateChangeset',
      summary: 'Assign a changeset, or put it aside for a while',
      body: reviews.updateChangesetBody,
      answers: 'Changeset',
    },
  },
  [`${CHANGESET}/hunks`]: {
    get: {
      id: 'listHunks',
      summary: 'List what a changeset did, line by line',
      query: reviews.listHunksQuery,
      answers: 'HunkPage',
    },
  },
  [`${CHANGESET}/decisions`]: {
    post: {
      id: 'decideHunks',
      summary: 'Accept, reject or edit hunks, all or none',
      body: reviews.decisionsBody,
      answers: 'Decisions',
    },
  },
  [`${CHANGESET}/apply`]: {
    get: {
      id: 'planReview',
      summary: 'What applying the own rejections and edits would do',
      query: reviews.planReviewQuery,
      answers: 'Rollback',
    },
    post: {
      id: 'applyReview',
      summary: 'Write what was rejected and edited; with dry_run, plan it',
      body: reviews.applyReviewBody,
      answers: 'Rollback',
    },
  },
  [`${VERSION}/reach`]: {
    get: {
      id: 'getReach',
      summary: 'Who read a version, and what they changed afterwards',
      query: reviews.reachQuery,
      answers: 'Reach',
    },
  },
  [`${STORE}/proposals`]: {
    get: {
      id: 'listProposals',
      summary: 'List the writes that wait for a person, or waited, the newest first',
      query: reviews.listProposalsQuery,
      answers: 'ProposalPage',
    },
  },
  [PROPOSAL]: {
    get: {
      id: 'getProposal',
      summary: 'Read a write that waits, with what it would change now',
      answers: 'ProposalWithChanges',
    },
    post: {
      id: 'decideProposal',
      summary: 'Allow a write that waits, as it was shown or with another text, or deny it',
      body: reviews.decideProposalBody,
      answers: 'Proposal',
    },
  },
  [`${STORE}/findings`]: {
    get: {
      id: 'listFindings',
      summary: 'List what was found in the memories of a store, the most severe first',
      query: findings.listFindingsQuery,
      answers: 'FindingPage',
    },
  },
  [`${STORE}/findings/{findingId}`]: {
    get: { id: 'getFinding', summary: 'Read a finding', answers: 'Finding' },
    post: {
      id: 'disposeFinding',
      summary: 'Say that a finding is a false alarm or that the risk is taken, or except its rule',
      body: findings.disposeFindingBody,
      answers: 'Finding',
    },
  },
  [`${STORE}/scan`]: {
    post: {
      id: 'scanMemoryStore',
      summary: 'Scan the memories of a store by the present rules, on request with their history',
      body: findings.scanStoreBody,
      answers: 'Job',
    },
  },
  [`${STORE}/comments`]: {
    get: {
      id: 'listComments',
      summary: 'List what reviewers say about lines of memories',
      query: reviews.listCommentsQuery,
      answers: 'CommentPage',
    },
    post: {
      id: 'createComment',
      summary: 'Comment on lines of a version',
      body: reviews.createCommentBody,
      answers: 'Comment',
    },
  },
  '/v1/comments/{commentId}': {
    post: {
      id: 'updateComment',
      summary: 'Reply to a comment, edit, resolve or reopen it',
      body: reviews.updateCommentBody,
      answers: 'Comment',
    },
    delete: {
      id: 'deleteComment',
      summary: 'Delete an own comment, or one own reply',
      query: reviews.deleteCommentQuery,
      answers: 'DeletedComment',
    },
  },
  '/v1/review_metrics': {
    get: {
      id: 'getReviewMetrics',
      summary:
        'How reviewing went in a period: decisions, waits, attention, precision of the rules',
      query: reviews.reviewMetricsQuery,
      answers: 'ReviewMetrics',
    },
  },
  '/v1/review_digest': {
    get: {
      id: 'getReviewDigest',
      summary: 'What agents wrote in a day or a week, and what became of it',
      query: reviews.reviewDigestQuery,
      answers: 'ReviewDigest',
    },
  },
  '/v1/jobs/{jobId}': { get: { id: 'getJob', summary: 'Read a job', answers: 'Job' } },
  '/v1/openapi.json': {
    get: { id: 'getDescription', summary: 'Read this description', answers: 'Description' },
  },
  '/v1/jobs/{jobId}/stop': { post: { id: 'stopJob', summary: 'Stop a job', answers: 'Job' } },
}

/** The document, ready for JSON. */
export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palimpsest',
      version: '1',
      description: 'Memory stores, memories and their versions, as Anthropic’s API has them.',
    },
    paths: Object.fromEntries(
      Object.entries(OPERATIONS).map(([path, methods]) => [path, pathItem(path, methods)]),
    ),
    // No key is needed over loopback.
    security: [{}, { bearer: [] }, { header: [] }],
    components: {
      schemas: Object.fromEntries(
        Object.entries(RESPONSES).map(([name, schema]) => [name, jsonSchema(schema, 'output')]),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  }
}

function pathItem(path: string, methods: Partial<Record<Method, Operation>>) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const inPath = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const operations = Object.entries(methods).map(([method, operation]) => [
    method,
    {
      operationId: operation.id,
      summary: operation.summary,
      ...(operation.description === undefined ? {} : { description: operation.description }),
      parameters: [
        ...inPath,
        ...parameters('query', operation.query),
        ...parameters('header', operation.headers),
        BETA,
      ],
      ...(operation.body ? { requestBody: requestBody(operation.body, operation.takesFile) } : {}),
      responses: {
        200: { description: 'Done', content: content(operation.answers) },
        ...refusals(path, operation),
        default: { description: 'A fault of the server', content: content('Error') },
      },
    },
  ])
  return Object.fromEntries(operations) as Record<Method, unknown>
}

/**
 * Selects the dialect: the research preview's value alone selects the preview, anything else the
 * current one.
 */
const BETA = {
  name: 'anthropic-beta',
  in: 'header',
  required: false,
  description: 'agent-memory-2026-07-22, or managed-agents-2026-04-01 for the research preview',
  schema: { type: 'string' },
}

const REFUSALS: Record<number, string> = {
  400: 'Something in the request is not as it must be; the message names it',
  401: 'The API key is unknown or was revoked',
  403: 'The API key does not cover this, or a page of another origin asked',
  404: 'There is no such thing',
  409: 'The path is taken, the precondition does not hold, or somebody else was first',
  413: 'The body is too large',
}

function refusals(path: string, { query, body, answers }: Operation) {
  const statuses = [401, 403]
  if (query || body || path.includes('{')) statuses.push(400)
  if (path.includes('{')) statuses.push(404)
  if (body) statuses.push(413)
  if (body || answers === 'DeletedMemory') statuses.push(409)
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: REFUSALS[status] ?? '', content: content('Error') },
    ]),
  )
}

function parameters(where: 'query' | 'header', schema: z.ZodObject | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: described,
  }))
}

function requestBody(body: z.ZodType, takesFile: boolean | undefined) {
  const schema = jsonSchema(body, 'input')
  const file = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  return {
    required: !body.safeParse({}).success,
    content: { 'application/json': { schema }, ...(takesFile ? file : {}) },
  }
}

function content(answers: Operation['answers']) {
  if (answers === 'text/event-stream' || answers === 'application/octet-stream') {
    return { [answers]: { schema: { type: 'string' } } }
  }
  return { 'application/json': { schema: { $ref: `#/components/schemas/${answers}` } } }
}

interface ObjectSchema {
  properties?: Record<string, unknown>
  required?: string[]
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): ObjectSchema {
  const described: ObjectSchema & { $schema?: string } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  })
  delete described.$schema
  return described
}
