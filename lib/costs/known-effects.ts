import type { Database } from '@/lib/db/database'
import { readByTests } from '@/lib/memory-tests/covered-paths'
import { answersCaused } from '@/lib/replay/answers-caused'

/** The known effects of a memory. */
export interface KnownEffect {
  /** answers that a search found it to have caused */
  answers: number
  /** tests whose answers read it when they last passed */
  tests: number
}

export const NO_EFFECT: KnownEffect = { answers: 0, tests: 0 }

export interface KnownEffects {
  /** by the ids of memories; what is missing has no known effect */
  ofMemory: ReadonlyMap<string, KnownEffect>
  /** tests that passed, and answers whose causes were searched for: the places to look for an effect */
  lookedAt: KnownEffect
}

/** The known effects of a store's memories: of its tests, and of searches that are still kept. */
export async function knownEffects(db: Database, storeId: string): Promise<KnownEffects> {
  const [read, caused] = await Promise.all([readByTests(db, storeId), answersCaused(db, storeId)])
  const ids = new Set([...read.ofMemory.keys(), ...caused.ofMemory.keys()])
  const ofMemory = new Map(
    [...ids].map((id): [string, KnownEffect] => [
      id,
      { answers: caused.ofMemory.get(id) ?? 0, tests: read.ofMemory.get(id) ?? 0 },
    ]),
  )
  return { ofMemory, lookedAt: { answers: caused.answers, tests: read.tests } }
}
