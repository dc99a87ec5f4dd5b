import type { Database } from '@/lib/db/database'
import { stateOfTests } from './sql/test-runs'

/** A text that is another whenever a run of a store's tests is: for those who follow them. */
export async function testsState(db: Database, storeId: string): Promise<string> {
  const state = await stateOfTests(db.read, storeId)
  return state ? `${state.newest}.${state.answers}.${state.open}.${state.searching}` : ''
}
