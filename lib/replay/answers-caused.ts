import type { Database } from '@/lib/db/database'
import type { CauseResult } from './model/replay'
import type { SearchVerdict } from './search/cause-search'
import { foundCauses } from './sql/found-causes'

export interface AnswersCaused {
  /** by the ids of memories, how many answers each was found to have caused, or contributed to */
  ofMemory: ReadonlyMap<string, number>
  /** answers whose causes were searched for to the end, and found, or found to be no memory */
  answers: number
}

/** Searches that are looked at, the newest: they are kept for a while only. */
const MAX_SEARCHES = 1_000

/** Of an undecided search, `causes` are what would have to be asked about. */
const NAMES_CAUSES: ReadonlySet<SearchVerdict> = new Set(['caused', 'contributes'])

const IS_TOLD: ReadonlySet<SearchVerdict> = new Set(['caused', 'contributes', 'no_memory'])

/**
 * Counts the answers that a store's memories were found to have caused: also by a search that was
 * stopped after that, which tells nothing of the other memories.
 */
export async function answersCaused(db: Database, storeId: string): Promise<AnswersCaused> {
  const rows = await foundCauses(db.bulk, { storeId, limit: MAX_SEARCHES })
  const answersOf = new Map<string, Set<string>>()
  const told = new Set<string>()
  for (const { eventId, state, wentOn, result } of rows) {
    const { verdict, causes } = JSON.parse(result) as CauseResult
    const isOver = state === 'completed' || wentOn === 1
    if (isOver && IS_TOLD.has(verdict)) told.add(eventId)
    if (!NAMES_CAUSES.has(verdict)) continue
    for (const { memoryId, storeId: of } of causes) {
      if (of !== storeId) continue
      answersOf.set(memoryId, (answersOf.get(memoryId) ?? new Set()).add(eventId))
    }
  }
  return {
    ofMemory: new Map([...answersOf].map(([id, answers]) => [id, answers.size])),
    answers: told.size,
  }
}
