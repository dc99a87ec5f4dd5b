import { StoreError, type StoreProblem } from './problems'

/** A version that a store's policy stopped. */
export interface PolicyStop {
  problem: Extract<StoreProblem, { kind: 'refused_by_policy' | 'held_by_policy' }>
  /** where its memory was; null: it would be new */
  before: string | null
  /** where it would be; null: deleted */
  after: string | null
}

/** A store's policy stopped a transaction; nothing of it was written. */
export class StoppedByPolicyError extends StoreError {
  constructor(
    /** the one that it is refused or held for */
    { problem }: PolicyStop,
    /** all that it stopped, as far as it was asked */
    readonly stops: readonly PolicyStop[],
  ) {
    super(problem)
  }
}
