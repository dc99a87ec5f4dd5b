import type { Reader } from '@/lib/db'
import { perProcess } from '@/lib/per-process'
import type { Cause } from '../model/actor'
import type { Store } from '../model/model'
import type { Ask, AskOf, Chosen, Planned, PlanKind } from './plan'

/** What a plan is computed on: within a change everything is read by its transaction. */
export interface Planning {
  reader: Reader
  store: Store
  /** the only row that is wanted, by its id; others may be left out */
  only?: string | undefined
  /** of a caller that may leave */
  signal?: AbortSignal | undefined
}

/** A kind of plan whose doing is long work: a job, which its room starts. */
export interface LongKind<Kind extends PlanKind> {
  plan(ask: AskOf<Kind>, on: Planning): Promise<Planned>
  /** Starts the job that does what was chosen of a plan, whose hash is the shown one; its id. */
  start(asked: {
    storeId: string
    ask: AskOf<Kind>
    planned: Planned
    chosen: Chosen
    cause: Cause
  }): Promise<string>
}

type AnyLongKind = LongKind<PlanKind>

const kinds = perProcess('long kinds of plans', () => new Map<PlanKind, AnyLongKind>())

/** Says how a kind of plan is made and done; called once by its room. */
export function registerPlan<Kind extends 'seed'>(kind: Kind, work: LongKind<Kind>): void {
  kinds.set(kind, work as unknown as AnyLongKind)
}

/** The long kind that an ask is of; undefined: it is done in one transaction. */
export function longKindOf(ask: Ask): AnyLongKind | undefined {
  return kinds.get(ask.kind)
}
