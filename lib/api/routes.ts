import { hookBody } from '@/lib/connect/handle-hook'
import * as claudeCodeHook from './handlers/claude-code-hook'
import * as cause from './handlers/cause'
import * as bisection from './handlers/bisection'
import * as bisectionCancel from './handlers/bisection-cancel'
import * as bisectionEvents from './handlers/bisection-events'
import * as causeCancel from './handlers/cause-cancel'
import * as causeMarks from './handlers/cause-marks'
import * as causeParts from './handlers/cause-parts'
import * as causeEvents from './handlers/cause-events'
import * as replay from './handlers/replay'
import * as replayCancel from './handlers/replay-cancel'
import * as replayEvents from './handlers/replay-events'
import * as replayMarks from './handlers/replay-marks'
import * as changeset from './handlers/changeset'
import { REVIEW_EVENT_TYPES } from '@/lib/store/model/review-event'
import * as findingSchemas from './resources/finding'
import * as changesetApply from './handlers/changeset-apply'
import * as changesetDecisions from './handlers/changeset-decisions'
import * as changesetHunks from './handlers/changeset-hunks'
import * as changesets from './handlers/changesets'
import * as comment from './handlers/comment'
import * as experiment from './handlers/experiment'
import * as experimentAnswers from './handlers/experiment-answers'
import * as experimentCancel from './handlers/experiment-cancel'
import * as experimentEvents from './handlers/experiment-events'
import * as experimentExport from './handlers/experiment-export'
import * as experimentRuns from './handlers/experiment-runs'
import * as experiments from './handlers/experiments'
import * as finding from './handlers/finding'
import * as findings from './handlers/findings'
import * as job from './handlers/job'
import * as jobStop from './handlers/job-stop'
import * as memories from './handlers/memories'
import * as memory from './handlers/memory'
import * as memoryQuarantine from './handlers/memory-quarantine'
import * as memoryRelease from './handlers/memory-release'
import * as memoryStore from './handlers/memory-store'
import * as memoryStores from './handlers/memory-stores'
import * as memoryTest from './handlers/memory-test'
import * as memoryTestBisection from './handlers/memory-test-bisection'
import * as memoryTestBisectionCancel from './handlers/memory-test-bisection-cancel'
import * as memoryTestBisectionEvents from './handlers/memory-test-bisection-events'
import * as memoryTestBisections from './handlers/memory-test-bisections'
import * as memoryTestCancel from './handlers/memory-test-cancel'
import * as memoryTestRun from './handlers/memory-test-run'
import * as memoryTestRunEvents from './handlers/memory-test-run-events'
import * as memoryTestRuns from './handlers/memory-test-runs'
import * as memoryTests from './handlers/memory-tests'
import * as memoryTool from './handlers/memory-tool'
import * as memoryVersion from './handlers/memory-version'
import * as memoryVersions from './handlers/memory-versions'
import * as policyDryRun from './handlers/policy-dry-run'
import * as policyResume from './handlers/policy-resume'
import * as proposal from './handlers/proposal'
import * as proposals from './handlers/proposals'
import * as reviewDigest from './handlers/review-digest'
import * as reviewMetrics from './handlers/review-metrics'
import * as reviewPolicy from './handlers/review-policy'
import * as session from './handlers/session'
import * as sessionBisections from './handlers/session-bisections'
import * as sessionCauses from './handlers/session-causes'
import * as sessionReplays from './handlers/session-replays'
import * as sessionArchive from './handlers/session-archive'
import * as sessionContinue from './handlers/session-continue'
import * as sessionEventStream from './handlers/session-event-stream'
import * as sessionEvents from './handlers/session-events'
import * as sessions from './handlers/sessions'
import * as storeArchive from './handlers/store-archive'
import * as storeChanges from './handlers/store-changes'
import * as storeComments from './handlers/store-comments'
import * as storeEvents from './handlers/store-events'
import * as storeExport from './handlers/store-export'
import * as storeImport from './handlers/store-import'
import * as storeLimits from './handlers/store-limits'
import * as storeReads from './handlers/store-reads'
import * as storeRedact from './handlers/store-redact'
import * as storeBranches from './handlers/store-branches'
import * as storeMerge from './handlers/store-merge'
import * as storeRestore from './handlers/store-restore'
import * as storeScan from './handlers/store-scan'
import * as storeSearch from './handlers/store-search'
import * as storeUndo from './handlers/store-undo'
import * as versionReach from './handlers/version-reach'
import * as versionRedact from './handlers/version-redact'
import * as versionRestore from './handlers/version-restore'
import { limitsBody } from './resources/store-limits'
import { openApiDocument } from './openapi'
import * as experimentSchemas from './experiment-schemas'
import * as testSchemas from './memory-test-schemas'
import { bisectionBody, causeBody, marksBody, partsBody, replayBody } from './replay-schemas'
import * as policies from './resources/policy'
import * as branches from './branch-schemas'
import * as reviews from './review-schemas'
import { at, type Operation, type ParamsOf, type Route } from './route'
import * as requests from './schemas'
import * as sessionSchemas from './session-schemas'

/**
 * Every address of the API: what serves it, describes it (`openapi.ts`) and tests who may use it
 * (tests/contract/who-may.test.ts) is made from this table.
 */

const STORE = '/v1/memory_stores/{storeId}'
const MEMORY = `${STORE}/memories/{memoryId}` as const
const VERSION = `${STORE}/memory_versions/{versionId}` as const

const PROPOSAL = `${STORE}/proposals/{proposalId}` as const

const TESTS = `${STORE}/tests` as const
const TEST = `${TESTS}/{testId}` as const
const EXPERIMENTS = `${STORE}/experiments` as const
const EXPERIMENT = `${EXPERIMENTS}/{experimentId}` as const

const SESSION = '/v1/sessions/{sessionId}'
const CHANGESET = '/v1/changesets/{changesetId}'

const updateMemory: Operation<ParamsOf<typeof MEMORY>> = {
  id: 'updateMemory',
  summary: "Change a memory's content, path, or both",
  query: requests.viewQuery('basic'),
  body: requests.updateMemoryBody,
  answers: 'Memory',
  access: 'write',
  handler: memory.POST,
}

export const ROUTES: readonly Route[] = [
  at('/v1/memory_stores', {
    GET: {
      id: 'listMemoryStores',
      summary: 'List stores',
      query: requests.listStoresQuery,
      answers: 'MemoryStorePage',
      access: 'read',
      handler: memoryStores.GET,
    },
    POST: {
      id: 'createMemoryStore',
      summary: 'Make a store',
      body: requests.createStoreBody,
      answers: 'MemoryStore',
      access: 'create stores',
      handler: memoryStores.POST,
    },
  }),
  at(STORE, {
    GET: {
      id: 'getMemoryStore',
      summary: 'Read a store',
      answers: 'MemoryStore',
      access: 'read',
      handler: memoryStore.GET,
    },
    POST: {
      id: 'updateMemoryStore',
      summary: 'Change a store',
      body: requests.updateStoreBody,
      answers: 'MemoryStore',
      access: 'administer',
      handler: memoryStore.POST,
    },
    DELETE: {
      id: 'deleteMemoryStore',
      summary: 'Delete a store with all in it',
      answers: 'DeletedMemoryStore',
      access: 'administer',
      handler: memoryStore.DELETE,
    },
  }),
  at(`${STORE}/archive`, {
    POST: {
      id: 'archiveMemoryStore',
      summary: 'Archive a store',
      answers: 'MemoryStore',
      access: 'administer',
      handler: storeArchive.POST,
    },
  }),
  at(`${STORE}/memories`, {
    GET: {
      id: 'listMemories',
      summary: 'List memories',
      query: requests.listMemoriesQuery,
      answers: 'MemoryPage',
      access: 'read',
      handler: memories.GET,
    },
    POST: {
      id: 'createMemory',
      summary: 'Create a memory',
      query: requests.viewQuery('basic'),
      body: requests.createMemoryBody,
      answers: 'Memory',
      access: 'write',
      handler: memories.POST,
    },
  }),
  at(MEMORY, {
    GET: {
      id: 'getMemory',
      summary: 'Read a memory',
      query: requests.getMemoryQuery,
      answers: 'Memory',
      access: 'read',
      handler: memory.GET,
    },
    POST: updateMemory,
    PATCH: { ...updateMemory, id: 'patchMemory' },
    DELETE: {
      id: 'deleteMemory',
      summary: 'Delete a memory',
      query: requests.deleteMemoryQuery,
      answers: 'DeletedMemory',
      access: 'write',
      handler: memory.DELETE,
    },
  }),
  at(`${MEMORY}/quarantine`, {
    POST: {
      id: 'quarantineMemory',
      summary: 'Serve agents the version before, until the memory is released',
      body: reviews.quarantineBody,
      answers: 'MemoryQuarantine',
      access: 'decide',
      handler: memoryQuarantine.POST,
    },
  }),
  at(`${MEMORY}/release`, {
    POST: {
      id: 'releaseMemory',
      summary: 'Serve agents the memory as it is again',
      answers: 'MemoryQuarantine',
      access: 'decide',
      handler: memoryRelease.POST,
    },
  }),
  at(`${STORE}/memory_versions`, {
    GET: {
      id: 'listMemoryVersions',
      summary: 'List versions, newest first',
      query: requests.listVersionsQuery,
      answers: 'MemoryVersionPage',
      access: 'read',
      handler: memoryVersions.GET,
    },
  }),
  at(VERSION, {
    GET: {
      id: 'getMemoryVersion',
      summary: 'Read a version',
      query: requests.viewQuery('full'),
      answers: 'MemoryVersion',
      access: 'read',
      handler: memoryVersion.GET,
    },
  }),
  at(`${VERSION}/redact`, {
    POST: {
      id: 'redactMemoryVersion',
      summary: 'Empty a version',
      answers: 'MemoryVersion',
      access: 'administer',
      handler: versionRedact.POST,
    },
  }),
  at(`${VERSION}/restore`, {
    POST: {
      id: 'restoreMemoryVersion',
      summary: 'Roll a memory back to a version',
      body: requests.restoreVersionBody,
      answers: 'Memory',
      access: 'write',
      handler: versionRestore.POST,
    },
  }),
  at(`${STORE}/memory_tool`, {
    POST: {
      id: 'runMemoryTool',
      summary: 'Run a command of the memory tool',
      body: requests.memoryToolBody,
      answers: 'MemoryToolResult',
      access: 'read',
      handler: memoryTool.POST,
    },
  }),
  at(`${STORE}/events`, {
    GET: {
      id: 'followMemoryStore',
      summary: 'Follow the changes of a store, and its review',
      description: `Each change once, in order, with its number as the event’s id; those after \`Last-Event-ID\`, or \`after\`, are replayed. Besides, from now on and without an id, what happens in its review, as the id of what to ask for again: ${REVIEW_EVENT_TYPES.join(', ')}.`,
      query: requests.eventsQuery,
      headers: requests.lastEventIdHeader,
      answers: 'text/event-stream',
      access: 'read',
      handler: storeEvents.GET,
    },
  }),
  at(`${STORE}/restore`, {
    POST: {
      id: 'restoreMemoryStore',
      summary: 'Restore the whole store to a moment',
      body: requests.restoreStoreBody,
      answers: 'Rollback',
      access: 'write',
      handler: storeRestore.POST,
    },
  }),
  at(`${STORE}/undo`, {
    POST: {
      id: 'undoChanges',
      summary: 'Take changes back',
      body: requests.undoBody,
      answers: 'Rollback',
      access: 'write',
      handler: storeUndo.POST,
    },
  }),
  at(`${STORE}/branches`, {
    POST: {
      id: 'makeBranch',
      summary: 'Make a store from this one, as it is or was',
      description:
        'It has the changes of this store up to there, under the same numbers, and none of its policy. What it brings back is judged when it is merged.',
      body: branches.branchBody,
      answers: 'MemoryStore',
      access: 'create stores',
      handler: storeBranches.POST,
    },
  }),
  at(`${STORE}/merge`, {
    POST: {
      id: 'mergeBranch',
      summary: 'Merge a branch into the store that it was made from',
      description:
        'Three-way against what both had when they last agreed, as one batch. What both changed is refused with 409, unless `hunks` says what becomes of it. `dry_run` answers what would be merged, and its `plan`.',
      body: branches.mergeBody,
      answers: 'Merge',
      access: 'decide',
      handler: storeMerge.POST,
    },
  }),
  at(`${STORE}/changes`, {
    GET: {
      id: 'getChanges',
      summary: 'The net difference between two moments',
      query: requests.changesQuery,
      answers: 'Changes',
      access: 'read',
      handler: storeChanges.GET,
    },
  }),
  at(`${STORE}/search`, {
    GET: {
      id: 'searchMemoryStore',
      summary: 'Search a store',
      query: requests.searchQuery,
      answers: 'SearchResult',
      access: 'read',
      handler: storeSearch.GET,
    },
  }),
  at(`${STORE}/redact`, {
    POST: {
      id: 'redactText',
      summary: 'Take a text out of a store and its history; with dry_run, find it',
      body: requests.redactTextBody,
      answers: 'RedactionAnswer',
      access: 'administer',
      handler: storeRedact.POST,
    },
  }),
  at(`${STORE}/reads`, {
    GET: {
      id: 'listReads',
      summary: 'Who read what',
      query: requests.readsQuery,
      answers: 'Reads',
      access: 'read',
      handler: storeReads.GET,
    },
  }),
  at(`${STORE}/export`, {
    GET: {
      id: 'exportMemoryStore',
      summary: 'Export a store',
      query: requests.exportQuery,
      answers: 'application/octet-stream',
      access: 'read',
      handler: storeExport.GET,
    },
  }),
  at(`${STORE}/import`, {
    POST: {
      id: 'importIntoMemoryStore',
      summary: 'Seed a store; plans with dry_run, else starts a job',
      query: requests.importQuery,
      body: requests.importBody,
      takesFile: true,
      isOfPages: true,
      answers: 'ImportAnswer',
      access: 'write',
      handler: storeImport.POST,
    },
  }),
  at('/v1/sessions', {
    GET: {
      id: 'listSessions',
      summary: 'List sessions, newest first',
      query: sessionSchemas.listSessionsQuery,
      answers: 'SessionPage',
      access: 'read',
      handler: sessions.GET,
    },
    POST: {
      id: 'createSession',
      summary: 'Open a session',
      body: sessionSchemas.createSessionBody,
      answers: 'Session',
      access: 'write',
      handler: sessions.POST,
    },
  }),
  at(SESSION, {
    GET: {
      id: 'getSession',
      summary: 'Read a session',
      answers: 'Session',
      access: 'read',
      handler: session.GET,
    },
    POST: {
      id: 'updateSession',
      summary: 'Change a session',
      body: sessionSchemas.updateSessionBody,
      answers: 'Session',
      access: 'write',
      handler: session.POST,
    },
    DELETE: {
      id: 'deleteSession',
      summary: 'Delete a session; what it wrote stays',
      answers: 'DeletedSession',
      access: 'administer',
      handler: session.DELETE,
    },
  }),
  at(`${SESSION}/archive`, {
    POST: {
      id: 'archiveSession',
      summary: 'End a session for good',
      answers: 'Session',
      access: 'write',
      handler: sessionArchive.POST,
    },
  }),
  at(`${SESSION}/continue`, {
    POST: {
      id: 'continueSession',
      summary: 'Have a session go on after an error or a cut',
      answers: 'Session',
      access: 'write',
      handler: sessionContinue.POST,
    },
  }),
  at(`${SESSION}/events`, {
    GET: {
      id: 'listSessionEvents',
      summary: 'List what happened in a session',
      query: sessionSchemas.listSessionEventsQuery,
      answers: 'SessionEventPage',
      access: 'read',
      handler: sessionEvents.GET,
    },
    POST: {
      id: 'sendSessionEvents',
      summary: 'Say something to a session, answer what waits, or have its context summarised',
      body: sessionSchemas.sendEventsBody,
      answers: 'SentSessionEvents',
      access: 'write',
      handler: sessionEvents.POST,
    },
  }),
  at(`${SESSION}/events/stream`, {
    GET: {
      id: 'followSession',
      summary: 'Follow a session',
      query: requests.eventsQuery,
      headers: requests.lastEventIdHeader,
      answers: 'text/event-stream',
      access: 'read',
      handler: sessionEventStream.GET,
    },
  }),
  at(`${SESSION}/causes`, {
    POST: {
      id: 'startCauseSearch',
      summary: 'Search for the memories that caused an answer; tells the price with dry_run',
      body: causeBody,
      answers: 'CauseSearchStarted',
      access: 'decide',
      handler: sessionCauses.POST,
    },
  }),
  at('/v1/causes/{causeId}', {
    GET: {
      id: 'getCauseSearch',
      summary: 'Read a search for causes',
      answers: 'CauseSearch',
      access: 'decide',
      handler: cause.GET,
    },
  }),
  at('/v1/causes/{causeId}/events', {
    GET: {
      id: 'followCauseSearch',
      summary: 'Follow the rounds of a search for causes',
      answers: 'text/event-stream',
      access: 'decide',
      handler: causeEvents.GET,
    },
  }),
  at('/v1/causes/{causeId}/cancel', {
    POST: {
      id: 'cancelCauseSearch',
      summary: 'Stop a search for causes; what it knows stays',
      answers: 'CauseSearch',
      access: 'decide',
      handler: causeCancel.POST,
    },
  }),
  at('/v1/causes/{causeId}/parts', {
    POST: {
      id: 'lookForCauseParts',
      summary:
        'Go on with a search that found no set of memories that does it, to name all that add a little; tells the price with dry_run',
      body: partsBody,
      answers: 'CausePartsStarted',
      access: 'decide',
      handler: causeParts.POST,
    },
  }),
  at('/v1/causes/{causeId}/marks', {
    POST: {
      id: 'markCauseSearch',
      summary:
        'Say of answers of a search that wait for a person whether it is so; the first mark stays',
      body: marksBody,
      answers: 'CauseSearch',
      access: 'decide',
      handler: causeMarks.POST,
    },
  }),
  at(TESTS, {
    GET: {
      id: 'listMemoryTests',
      summary: 'List the tests of a store, oldest first, each with its last run',
      answers: 'MemoryTestPage',
      access: 'decide',
      handler: memoryTests.GET,
    },
    POST: {
      id: 'createMemoryTest',
      summary: 'Save a question with checks, to run it against the store',
      body: testSchemas.createTestBody,
      answers: 'MemoryTest',
      access: 'decide',
      handler: memoryTests.POST,
    },
  }),
  at(TEST, {
    GET: {
      id: 'getMemoryTest',
      summary: 'Read a test',
      answers: 'MemoryTest',
      access: 'decide',
      handler: memoryTest.GET,
    },
    POST: {
      id: 'updateMemoryTest',
      summary: 'Change a test; what is asked anew forgets how earlier runs went',
      body: testSchemas.updateTestBody,
      answers: 'MemoryTest',
      access: 'decide',
      handler: memoryTest.POST,
    },
    DELETE: {
      id: 'deleteMemoryTest',
      summary: 'Delete a test with its runs',
      answers: 'DeletedMemoryTest',
      access: 'decide',
      handler: memoryTest.DELETE,
    },
  }),
  at(`${TEST}/runs`, {
    POST: {
      id: 'runMemoryTest',
      summary: 'Run a test; tells the price with dry_run',
      body: testSchemas.runTestBody,
      answers: 'MemoryTestRunStarted',
      access: 'decide',
      handler: memoryTestRuns.POST,
    },
  }),
  at(`${TEST}/runs/{runId}`, {
    GET: {
      id: 'getMemoryTestRun',
      summary: 'Read a run of a test, with its answers so far',
      answers: 'MemoryTestRun',
      access: 'decide',
      handler: memoryTestRun.GET,
    },
  }),
  at(`${TEST}/runs/{runId}/events`, {
    GET: {
      id: 'followMemoryTestRun',
      summary: 'Follow the answers of a run of a test',
      answers: 'text/event-stream',
      access: 'decide',
      handler: memoryTestRunEvents.GET,
    },
  }),
  at(`${TEST}/runs/{runId}/cancel`, {
    POST: {
      id: 'cancelMemoryTestRun',
      summary: 'Stop a run of a test: it is not run',
      answers: 'MemoryTestRun',
      access: 'decide',
      handler: memoryTestCancel.POST,
    },
  }),
  at(`${TEST}/bisections`, {
    POST: {
      id: 'bisectMemoryTest',
      summary: 'Search for the change with which a test turned; tells the price with dry_run',
      body: testSchemas.bisectTestBody,
      answers: 'MemoryTestBisectionStarted',
      access: 'decide',
      handler: memoryTestBisections.POST,
    },
  }),
  at(`${TEST}/bisections/{bisectionId}`, {
    GET: {
      id: 'getMemoryTestBisection',
      summary: 'Read the search for the change with which a test turned',
      answers: 'MemoryTestBisection',
      access: 'decide',
      handler: memoryTestBisection.GET,
    },
  }),
  at(`${TEST}/bisections/{bisectionId}/events`, {
    GET: {
      id: 'followMemoryTestBisection',
      summary: 'Follow the search for the change with which a test turned',
      answers: 'text/event-stream',
      access: 'decide',
      handler: memoryTestBisectionEvents.GET,
    },
  }),
  at(`${TEST}/bisections/{bisectionId}/cancel`, {
    POST: {
      id: 'cancelMemoryTestBisection',
      summary: 'Stop the search for the change with which a test turned; its answers stay',
      answers: 'MemoryTestBisection',
      access: 'decide',
      handler: memoryTestBisectionCancel.POST,
    },
  }),
  at(EXPERIMENTS, {
    GET: {
      id: 'listExperiments',
      summary: 'List the experiments of a store, newest first, each with its last run',
      answers: 'ExperimentPage',
      access: 'decide',
      handler: experiments.GET,
    },
    POST: {
      id: 'createExperiment',
      summary: 'Compare how tests go in columns that differ; tells the price with dry_run',
      body: experimentSchemas.createExperimentBody,
      answers: 'ExperimentStarted',
      access: 'decide',
      handler: experiments.POST,
    },
  }),
  at(EXPERIMENT, {
    GET: {
      id: 'getExperiment',
      summary: 'Read an experiment with the table of a run, as far as it is',
      query: experimentSchemas.experimentQuery,
      answers: 'Experiment',
      access: 'decide',
      handler: experiment.GET,
    },
    DELETE: {
      id: 'deleteExperiment',
      summary: 'Delete an experiment with its runs and their answers',
      answers: 'DeletedExperiment',
      access: 'decide',
      handler: experiment.DELETE,
    },
  }),
  at(`${EXPERIMENT}/runs`, {
    POST: {
      id: 'runExperiment',
      summary: 'Run an experiment again; tells the price with dry_run',
      body: experimentSchemas.runExperimentBody,
      answers: 'ExperimentStarted',
      access: 'decide',
      handler: experimentRuns.POST,
    },
  }),
  at(`${EXPERIMENT}/events`, {
    GET: {
      id: 'followExperiment',
      summary: 'Follow the table of a run as it fills',
      query: experimentSchemas.experimentQuery,
      answers: 'text/event-stream',
      access: 'decide',
      handler: experimentEvents.GET,
    },
  }),
  at(`${EXPERIMENT}/cancel`, {
    POST: {
      id: 'cancelExperiment',
      summary: 'Stop the newest run of an experiment; what was answered stays',
      answers: 'Experiment',
      access: 'decide',
      handler: experimentCancel.POST,
    },
  }),
  at(`${EXPERIMENT}/answers`, {
    GET: {
      id: 'listExperimentAnswers',
      summary: 'List the answers to one test in all columns of a run',
      query: experimentSchemas.experimentAnswersQuery,
      answers: 'ExperimentAnswerPage',
      access: 'decide',
      handler: experimentAnswers.GET,
    },
  }),
  at(`${EXPERIMENT}/export`, {
    GET: {
      id: 'exportExperiment',
      summary: 'Export the table of a run',
      query: experimentSchemas.exportExperimentQuery,
      answers: 'application/octet-stream',
      access: 'decide',
      handler: experimentExport.GET,
    },
  }),
  at(`${SESSION}/replays`, {
    POST: {
      id: 'startReplay',
      summary: 'Ask a turn again, on copies of its stores; tells the price with dry_run',
      body: replayBody,
      answers: 'ReplayStarted',
      access: 'decide',
      handler: sessionReplays.POST,
    },
  }),
  at('/v1/replays/{replayId}', {
    GET: {
      id: 'getReplay',
      summary: 'Read a replay',
      answers: 'Replay',
      access: 'decide',
      handler: replay.GET,
    },
  }),
  at('/v1/replays/{replayId}/events', {
    GET: {
      id: 'followReplay',
      summary: 'Follow the answers of a replay',
      answers: 'text/event-stream',
      access: 'decide',
      handler: replayEvents.GET,
    },
  }),
  at('/v1/replays/{replayId}/cancel', {
    POST: {
      id: 'cancelReplay',
      summary: 'Stop a replay; its answers stay',
      answers: 'Replay',
      access: 'decide',
      handler: replayCancel.POST,
    },
  }),
  at('/v1/replays/{replayId}/marks', {
    POST: {
      id: 'markReplay',
      summary:
        'Say of answers of a replay that a person is asked about whether it is so; the first mark stays',
      body: marksBody,
      answers: 'Replay',
      access: 'decide',
      handler: replayMarks.POST,
    },
  }),
  at(`${SESSION}/bisections`, {
    POST: {
      id: 'startBisection',
      summary: 'Search for the change with which an answer turned; tells the price with dry_run',
      body: bisectionBody,
      answers: 'BisectionStarted',
      access: 'decide',
      handler: sessionBisections.POST,
    },
  }),
  at('/v1/bisections/{bisectionId}', {
    GET: {
      id: 'getBisection',
      summary: 'Read a bisection',
      answers: 'Bisection',
      access: 'decide',
      handler: bisection.GET,
    },
  }),
  at('/v1/bisections/{bisectionId}/events', {
    GET: {
      id: 'followBisection',
      summary: 'Follow what a bisection asks',
      answers: 'text/event-stream',
      access: 'decide',
      handler: bisectionEvents.GET,
    },
  }),
  at('/v1/bisections/{bisectionId}/cancel', {
    POST: {
      id: 'cancelBisection',
      summary: 'Stop a bisection; its answers stay',
      answers: 'Bisection',
      access: 'decide',
      handler: bisectionCancel.POST,
    },
  }),
  at(`${STORE}/limits`, {
    GET: {
      id: 'getStoreLimits',
      summary: 'Read how much a store may hold, and how much it holds',
      answers: 'MemoryStoreLimits',
      access: 'read',
      handler: storeLimits.GET,
    },
    POST: {
      id: 'setStoreLimits',
      summary: 'Limit how much a store may hold; what is left out is kept',
      body: limitsBody,
      answers: 'MemoryStoreLimits',
      access: 'administer',
      handler: storeLimits.POST,
    },
  }),
  at(`${STORE}/review_policy`, {
    GET: {
      id: 'getReviewPolicy',
      summary: 'Read what happens to agents’ writes',
      answers: 'ReviewPolicy',
      access: 'read',
      handler: reviewPolicy.GET,
    },
    POST: {
      id: 'saveReviewPolicy',
      summary: 'Save the rules for agents’ writes; `revision` is the one that was read',
      body: policies.policyBody,
      answers: 'ReviewPolicy',
      access: 'decide',
      handler: reviewPolicy.POST,
    },
  }),
  at(`${STORE}/review_policy/resume`, {
    POST: {
      id: 'resumeReviewRule',
      summary: 'Let a rule land an agent’s writes again, after a rejection suspended it',
      body: policies.resumeBody,
      answers: 'ReviewPolicy',
      access: 'decide',
      handler: policyResume.POST,
    },
  }),
  at(`${STORE}/review_policy/dry_run`, {
    POST: {
      id: 'dryRunReviewPolicy',
      summary: 'What rules would have done with the last days’ writes',
      body: policies.dryRunBody,
      answers: 'ReviewPolicyDryRun',
      access: 'decide',
      handler: policyDryRun.POST,
    },
  }),
  at('/v1/changesets', {
    GET: {
      id: 'listChangesets',
      summary: 'List what agents changed, the highest level first',
      query: reviews.listChangesetsQuery,
      answers: 'ChangesetPage',
      access: 'read',
      handler: changesets.GET,
    },
  }),
  at(CHANGESET, {
    GET: {
      id: 'getChangeset',
      summary: 'Read a changeset with its memories',
      answers: 'ChangesetWithMemories',
      access: 'read',
      handler: changeset.GET,
    },
    POST: {
      id: 'updateChangeset',
      summary: 'Assign a changeset, or put it aside for a while',
      body: reviews.updateChangesetBody,
      answers: 'Changeset',
      access: 'decide',
      handler: changeset.POST,
    },
  }),
  at(`${CHANGESET}/hunks`, {
    GET: {
      id: 'listHunks',
      summary: 'List what a changeset did, line by line',
      query: reviews.listHunksQuery,
      answers: 'HunkPage',
      access: 'read',
      handler: changesetHunks.GET,
    },
  }),
  at(`${CHANGESET}/decisions`, {
    POST: {
      id: 'decideHunks',
      summary: 'Accept, reject or edit hunks, all or none',
      body: reviews.decisionsBody,
      answers: 'Decisions',
      access: 'decide',
      handler: changesetDecisions.POST,
    },
  }),
  at(`${CHANGESET}/apply`, {
    GET: {
      id: 'planReview',
      summary: 'What applying the own rejections and edits would do',
      query: reviews.planReviewQuery,
      answers: 'Rollback',
      access: 'decide',
      handler: changesetApply.GET,
    },
    POST: {
      id: 'applyReview',
      summary: 'Write what was rejected and edited; with dry_run, plan it',
      body: reviews.applyReviewBody,
      answers: 'Rollback',
      access: 'decide',
      handler: changesetApply.POST,
    },
  }),
  at(`${VERSION}/reach`, {
    GET: {
      id: 'getReach',
      summary: 'Who read a version, and what they changed afterwards',
      query: reviews.reachQuery,
      answers: 'Reach',
      access: 'read',
      handler: versionReach.GET,
    },
  }),
  at(`${STORE}/proposals`, {
    GET: {
      id: 'listProposals',
      summary: 'List the writes that wait for a person, or waited, the newest first',
      query: reviews.listProposalsQuery,
      answers: 'ProposalPage',
      access: 'read',
      handler: proposals.GET,
    },
  }),
  at(PROPOSAL, {
    GET: {
      id: 'getProposal',
      summary: 'Read a write that waits, with what it would change now',
      answers: 'ProposalWithChanges',
      access: 'read',
      handler: proposal.GET,
    },
    POST: {
      id: 'decideProposal',
      summary: 'Allow a write that waits, as it was shown or with another text, or deny it',
      body: reviews.decideProposalBody,
      answers: 'Proposal',
      access: 'decide',
      handler: proposal.POST,
    },
  }),
  at(`${STORE}/findings`, {
    GET: {
      id: 'listFindings',
      summary: 'List what was found in the memories of a store, the most severe first',
      query: findingSchemas.listFindingsQuery,
      answers: 'FindingPage',
      access: 'read',
      handler: findings.GET,
    },
  }),
  at(`${STORE}/findings/{findingId}`, {
    GET: {
      id: 'getFinding',
      summary: 'Read a finding',
      answers: 'Finding',
      access: 'read',
      handler: finding.GET,
    },
    POST: {
      id: 'disposeFinding',
      summary: 'Say that a finding is a false alarm or that the risk is taken, or except its rule',
      body: findingSchemas.disposeFindingBody,
      answers: 'Finding',
      access: 'decide',
      handler: finding.POST,
    },
  }),
  at(`${STORE}/scan`, {
    POST: {
      id: 'scanMemoryStore',
      summary: 'Scan the memories of a store by the present rules, on request with their history',
      body: findingSchemas.scanStoreBody,
      answers: 'Job',
      access: 'decide',
      handler: storeScan.POST,
    },
  }),
  at(`${STORE}/comments`, {
    GET: {
      id: 'listComments',
      summary: 'List what reviewers say about lines of memories',
      query: reviews.listCommentsQuery,
      answers: 'CommentPage',
      access: 'read',
      handler: storeComments.GET,
    },
    POST: {
      id: 'createComment',
      summary: 'Comment on lines of a version',
      body: reviews.createCommentBody,
      answers: 'Comment',
      access: 'decide',
      handler: storeComments.POST,
    },
  }),
  at('/v1/comments/{commentId}', {
    POST: {
      id: 'updateComment',
      summary: 'Reply to a comment, edit, resolve or reopen it',
      body: reviews.updateCommentBody,
      answers: 'Comment',
      access: 'decide',
      handler: comment.POST,
    },
    DELETE: {
      id: 'deleteComment',
      summary: 'Delete an own comment, or one own reply',
      query: reviews.deleteCommentQuery,
      answers: 'DeletedComment',
      access: 'decide',
      handler: comment.DELETE,
    },
  }),
  at('/v1/review_metrics', {
    GET: {
      id: 'getReviewMetrics',
      summary:
        'How reviewing went in a period: decisions, waits, attention, precision of the rules',
      query: reviews.reviewMetricsQuery,
      answers: 'ReviewMetrics',
      access: 'read',
      handler: reviewMetrics.GET,
    },
  }),
  at('/v1/review_digest', {
    GET: {
      id: 'getReviewDigest',
      summary: 'What agents wrote in a day or a week, and what became of it',
      query: reviews.reviewDigestQuery,
      answers: 'ReviewDigest',
      access: 'read',
      handler: reviewDigest.GET,
    },
  }),
  at('/v1/hooks/claude-code', {
    POST: {
      id: 'handleHook',
      summary: 'Report a call of Claude Code, from its hooks PreToolUse and PostToolUse',
      description:
        'PostToolUse names the call that wrote a file of a watched folder, if the file holds what the call left. PreToolUse asks about a write before it lands: where a person turned that on, the store’s policy denies it, or has the person at the agent asked, as does a call that cannot be read or judged in time; otherwise nothing is answered, and the agent goes on. Changes no memory.',
      body: hookBody,
      answers: 'HookAnswer',
      access: 'attribute',
      handler: claudeCodeHook.POST,
    },
  }),
  at('/v1/jobs/{jobId}', {
    GET: {
      id: 'getJob',
      summary: 'Read a job',
      isOfPages: true,
      answers: 'Job',
      access: 'read',
      handler: job.GET,
    },
  }),
  at('/v1/openapi.json', {
    GET: {
      id: 'getDescription',
      summary: 'Read this description',
      isAboutApi: true,
      answers: 'Description',
      access: 'read',
      handler: async () => description(),
    },
  }),
  at('/v1/jobs/{jobId}/stop', {
    POST: {
      id: 'stopJob',
      summary: 'Stop a job',
      isOfPages: true,
      answers: 'Job',
      access: 'write',
      handler: jobStop.POST,
    },
  }),
]

let described: ReturnType<typeof openApiDocument> | undefined

/** Generated once; it never changes. */
function description() {
  return (described ??= openApiDocument(ROUTES))
}
