import type { Database } from '@/lib/db/database'
import type { CauseResult } from './model/replay'
import { foundCauses } from './sql/found-causes'

export interface AnswersCaused {
  /** by the ids of memories, how many answers each was found to have caused, or contributed to */
  ofMemory: ReadonlyMap<string, number>
  /** answers whose causes were searched for to the end */
  answers: number
}

/** Searches that are looked at, the newest: they are kept for a while only. */
const MAX_SEARCHES = 1_000

/** Counts the answers that a store's memories were found to have caused. */
export async function answersCaused(db: Database, storeId: string): Promise<AnswersCaused> {
  const rows = await foundCauses(db.bulk, { storeId, limit: MAX_SEARCHES })
  const answersOf = new Map<string, Set<string>>()
  for (const { eventId, result } of rows) {
    const { causes } = JSON.parse(result) as CauseResult
    for (const { memoryId, storeId: of } of causes) {
      if (of !== storeId) continue
      answersOf.set(memoryId, (answersOf.get(memoryId) ?? new Set()).add(eventId))
    }
  }
  return {
    ofMemory: new Map([...answersOf].map(([id, answers]) => [id, answers.size])),
    answers: new Set(rows.map(({ eventId }) => eventId)).size,
  }
}
