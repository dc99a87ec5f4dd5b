import type { Database } from '@/lib/db/database'
import { followWork } from '@/lib/live/follow-work'
import { getTestBisection, type TestBisection } from './bisections/get-test-bisection'
import { MemoryTestError } from './problems'
import { getTestRun, type TestRunWithSamples } from './read-runs'
import { bisectionById } from './sql/test-bisections'
import { runById } from './sql/test-runs'

interface OfTest {
  storeId: string
  testId: string
  signal: AbortSignal
}

/**
 * A run of a test as it is, again after each of its answers, and once it is over: the last. Ends then,
 * when it is gone, or when the signal is aborted.
 */
export async function* followTestRun(
  db: Database,
  { signal, ...asked }: OfTest & { runId: string },
): AsyncGenerator<TestRunWithSamples> {
  const find = () => runById(db.read, asked.runId)
  const row = await find()
  if (!row) return
  yield* followWork({
    changes: db.changes,
    key: row.storeKey,
    state: async () => stateOf(await find()),
    read: () => getTestRun(db, asked).catch(toGone),
    signal,
  })
}

/** The search for the change with which a test turned, in the same way. */
export async function* followTestBisection(
  db: Database,
  { signal, ...asked }: OfTest & { bisectionId: string },
): AsyncGenerator<TestBisection> {
  const find = () => bisectionById(db.read, asked.bisectionId)
  const row = await find()
  if (!row) return
  yield* followWork({
    changes: db.changes,
    key: row.storeKey,
    state: async () => stateOf(await find()),
    read: () => getTestBisection(db, asked).catch(toGone),
    signal,
  })
}

/** Each answer costs requests. */
function stateOf(row: { status: string; requests: number } | undefined): string | null {
  return row ? `${row.status} ${row.requests}` : null
}

/** It went between two looks at it. */
function toGone(error: unknown): null {
  if (error instanceof MemoryTestError) return null
  throw error
}
