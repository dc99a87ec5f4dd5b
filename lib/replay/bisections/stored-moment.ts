import type { BisectionPurpose } from '../search/bisection'

/** A question of a bisection as it is kept with its answer. */
export interface StoredMoment {
  readonly purpose: BisectionPurpose
  /** how many of the changes it has */
  readonly moment: number
}

export function storedMoment(question: StoredMoment): string {
  return JSON.stringify(question)
}

export function parsedMoment(json: string): StoredMoment {
  return JSON.parse(json) as StoredMoment
}
