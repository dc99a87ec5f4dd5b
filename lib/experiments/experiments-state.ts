import type { Database } from '@/lib/db/database'
import { stateOfExperiments } from './sql/experiment-runs'

/** A text that is another whenever a run of a store's experiments is: for those who follow them. */
export async function experimentsState(db: Database, storeId: string): Promise<string> {
  const state = await stateOfExperiments(db.read, storeId)
  return state ? `${state.newest}.${state.requests}.${state.open}` : ''
}
