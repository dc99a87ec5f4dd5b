/** What an experiment would cost, as its form shows it. */
export interface ExperimentPrice {
  readonly answers: number
  readonly requests: number
  /** read and written */
  readonly tokens: number
  readonly isFree: boolean
  /** in words; null: nothing is said of money */
  readonly money: string | null
  /** requests that it may make unless another number is given */
  readonly maxRequests: number
}
