import type { GateCheck } from './model/gate'

/** The refusals of memory tests, with their facts; each face words them itself. */
export type MemoryTestProblem =
  | { kind: 'test_not_found'; testId: string }
  | { kind: 'test_run_not_found'; runId: string }
  /** `field`: of the input, as in `checks.0.text` */
  | { kind: 'invalid_test'; field: string; reason: string }
  | { kind: 'too_many_tests'; maximum: number }
  | { kind: 'no_branch_of_store'; storeId: string }
  | { kind: 'test_bisection_not_found'; bisectionId: string }
  /** gates stand before it that have not passed on what would come about: nothing was done */
  | { kind: 'gates_hold'; check: GateCheck }

/** The only error that `lib/memory-tests` throws for a refusal, besides the store's and replays' own. */
export class MemoryTestError extends Error {
  override readonly name = 'MemoryTestError'

  constructor(readonly problem: MemoryTestProblem) {
    super(problem.kind)
  }
}

export function refuseTest(problem: MemoryTestProblem): never {
  throw new MemoryTestError(problem)
}
