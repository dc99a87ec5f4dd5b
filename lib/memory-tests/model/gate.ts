import type { PricedUsage } from '@/lib/replay/model/replay'
import type { NotRunReason, TestStatus } from './memory-test'

/** The standing of a gate on the state that would come about. */
export interface GateResult {
  testId: string
  name: string
  /** `not_asked`: it has not been asked about this state */
  status: TestStatus | 'not_asked'
  /** null: it was not asked */
  runId: string | null
  notRunFor: NotRunReason | null
  held: number
  of: number
}

/** The gates that stand before something, and how each stands on what would come about. */
export interface GateCheck {
  storeId: string
  /** identifies what would come about: of another state it says nothing */
  state: string
  gates: GateResult[]
  /** of asking those that have not told; null: all have */
  price: GatePrice | null
}

export interface GatePrice {
  usage: PricedUsage
  /** whether the practice agent answers, which costs nothing */
  isFree: boolean
}

/** The word about the gates before something, of who wants it. */
export interface GateChoice {
  /** asks those that have not told yet, which costs money */
  isAsking?: boolean | undefined
  /** runs of gates that did not pass, as a person was shown them, and goes on in spite of them */
  although?: readonly string[] | undefined
}

/** The outcome of something that gates stand before. */
export type Gated<Value> =
  | { isHeld: false; value: Value }
  /** nothing was done */
  | { isHeld: true; check: GateCheck }

/** The gates that are being asked. */
export function gatesUnderWay({ gates }: Pick<GateCheck, 'gates'>): GateResult[] {
  return gates.filter(({ status }) => status === 'running' || status === 'pending')
}

/** The gates that said no, or could not say. */
export function gatesAgainst({ gates }: Pick<GateCheck, 'gates'>): GateResult[] {
  return gates.filter(({ status }) => status === 'failed' || status === 'mixed')
}

/** The gates that gave no answer: they were asked, and are not run. */
export function gatesUnknown({ gates }: Pick<GateCheck, 'gates'>): GateResult[] {
  return gates.filter(({ status }) => status === 'not_run')
}
