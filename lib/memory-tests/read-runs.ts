import type { Database } from '@/lib/db/database'
import type { TestRun, TestSample } from './model/memory-test'
import { refuseTest } from './problems'
import { testById } from './sql/memory-tests'
import {
  runById,
  runsOfTest,
  type RunRow,
  type SampleRow,
  samplesOfRun,
  spentAfter,
  type SpentRow,
} from './sql/test-runs'

/** A run with its answers. */
export interface TestRunWithSamples extends TestRun {
  samples: TestSample[]
}

/** A run of a test, as far as it is. Refuses `test_run_not_found`, for one of another test too. */
export async function getTestRun(
  db: Database,
  { storeId, testId, runId }: { storeId: string; testId: string; runId: string },
): Promise<TestRunWithSamples> {
  const row = await runById(db.read, runId)
  if (!row || row.testId !== testId || row.storeId !== storeId) {
    return refuseTest({ kind: 'test_run_not_found', runId })
  }
  return { ...runOfRow(row), samples: (await samplesOfRun(db.read, row.key)).map(sampleOfRow) }
}

/** The newest runs of a test, newest first. */
export async function listTestRuns(
  db: Database,
  { testId, limit }: { testId: string; limit: number },
): Promise<TestRun[]> {
  const test = await testById(db.read, testId)
  if (!test) return []
  return (await runsOfTest(db.read, { testKey: test.key, limit })).map(runOfRow)
}

/** The tokens that each revision of a store's tests took in all runs begun after a time, whatever they were for. */
export function listSpent(
  db: Database,
  asked: { storeId: string; after: number },
): Promise<SpentRow[]> {
  return spentAfter(db.read, asked)
}

export function runOfRow(row: RunRow): TestRun {
  const { maxRequests, maxTokens, requests, inputTokens, outputTokens } = row
  return {
    id: row.id,
    testId: row.testId,
    storeId: row.storeId,
    revision: row.revision,
    branchId: row.branchId,
    sequence: row.sequence,
    startedFor: row.startedFor,
    status: row.status,
    notRunFor: row.notRunFor,
    provesNothing: row.passesEmpty === null ? null : row.passesEmpty === 1,
    held: row.held,
    of: row.answers,
    budget: { maxRequests, maxTokens },
    usage: { requests, inputTokens, outputTokens },
    error: row.error,
    startedBy: { type: row.actorType, id: row.actorId },
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  }
}

function sampleOfRow(row: SampleRow): TestSample {
  const { texts, calls, changes } = JSON.parse(row.answer) as Pick<
    TestSample,
    'texts' | 'calls' | 'changes'
  >
  return {
    isEmpty: row.isEmpty === 1,
    held: row.held === 1,
    checks: (JSON.parse(row.checks) as number[]).map((held) => held === 1),
    texts,
    calls,
    changes,
    usage: {
      requests: row.requests,
      inputTokens: row.inputTokens,
      outputTokens: row.outputTokens,
    },
    durationMs: row.duration,
  }
}
