/** The refusals of experiments, with their facts; each face words them itself. */
export type ExperimentProblem =
  | { kind: 'experiment_not_found'; experimentId: string }
  | { kind: 'experiment_run_not_found'; runId: string }
  /** `field`: of the input, as in `columns.0.model` */
  | { kind: 'invalid_experiment'; field: string; reason: string }
  | { kind: 'column_not_of_store'; column: number; storeId: string }
  | { kind: 'too_many_answers'; answers: number; maximum: number }
  | { kind: 'too_many_experiments'; maximum: number }
  /** none of its tests is there any more */
  | { kind: 'no_tests_left' }
  /** a redaction took a text out of its columns' instructions: they ask for something else */
  | { kind: 'experiment_redacted' }

/** The only error that `lib/experiments` throws for a refusal, besides those of stores, tests and replays. */
export class ExperimentError extends Error {
  override readonly name = 'ExperimentError'

  constructor(readonly problem: ExperimentProblem) {
    super(problem.kind)
  }
}

export function refuseExperiment(problem: ExperimentProblem): never {
  throw new ExperimentError(problem)
}
