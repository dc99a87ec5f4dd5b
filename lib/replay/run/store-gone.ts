import { StoreError, type StoreProblem } from '@/lib/store/model/problems'

interface StoreGoneError extends StoreError {
  readonly problem: Extract<StoreProblem, { kind: 'store_not_found' }>
}

/** Returns whether an error says that a store is gone. */
export function isStoreGone(error: unknown): error is StoreGoneError {
  return error instanceof StoreError && error.problem.kind === 'store_not_found'
}
