import type { Reader } from '@/lib/db'
import { perProcess } from '@/lib/per-process'
import type { Cause } from '../model/actor'
import type { Store } from '../model/model'
import type { AskOf, Chosen, Planned } from './plan'

/** What a plan is computed on: within a change everything is read by its transaction. */
export interface Planning {
  reader: Reader
  store: Store
  /** the only row that is wanted, by its id; others may be left out */
  only?: string | undefined
  /** of a caller that may leave */
  signal?: AbortSignal | undefined
}

/** How seeds are planned and done: a job, by the room that reads sources. */
export interface Seeding {
  plan(ask: AskOf<'seed'>, on: Planning): Promise<Planned>
  /** Starts the job that does what was chosen of a plan, whose hash is the shown one; its id. */
  start(asked: {
    storeId: string
    ask: AskOf<'seed'>
    planned: Planned
    chosen: Chosen
    cause: Cause
  }): Promise<string>
}

const kept = perProcess('seeding', () => ({ seeding: null as Seeding | null }))

/** Says how seeds are planned and done; called once by their room. */
export function registerSeeding(seeding: Seeding): void {
  kept.seeding = seeding
}

export function seeding(): Seeding {
  if (!kept.seeding) throw new Error('nobody registered how seeds are planned')
  return kept.seeding
}
