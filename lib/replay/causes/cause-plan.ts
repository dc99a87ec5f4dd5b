import { turns } from '@/lib/turns'
import type { CauseResult } from '../model/replay'
import type { MemoryAtTurn, ReplayedTurn } from '../replayed-turn'
import { inOrderOfSuspicion } from './suspicion'

/** A memory that a search may hide. */
export interface PlannedMemory {
  readonly storeId: string
  readonly memoryId: string
  readonly versionId: string
}

/** The memories that a search may hide, most suspect first: those of one item are hidden together. */
export interface CausePlan {
  /** answers asked at once: the rounds follow from it, so that it stays what it was */
  readonly atOnce: number
  readonly items: readonly (readonly PlannedMemory[])[]
  /** left out: nobody asked for all that add a little */
  readonly parts?: PartsPlan
}

/** The look for all that add a little, after a search that found no set of memories that does it. */
export interface PartsPlan {
  /** answers that it takes */
  readonly answers: number
  /** what that search found, which stays */
  readonly found: CauseResult
}

/** Of more memories only those are read for their words that the agent read. */
const MAX_READ = 500

/** Memories whose words are looked for in what the agent said: of the most suspect, it is enough. */
export const MAX_LOOKED_FOR = 200

/** Of more memories the least suspect are hidden together. */
const MAX_ITEMS = 2_000

/** Plans a search among the memories that a turn could have read. */
export async function planCauses(turn: ReplayedTurn, atOnce: number): Promise<CausePlan> {
  const ordered = (await suspectsOf(turn)).map(
    ({ storeId, memoryId, versionId }): PlannedMemory => ({ storeId, memoryId, versionId }),
  )
  const single = ordered.slice(0, MAX_ITEMS).map((memory) => [memory])
  const rest = ordered.slice(MAX_ITEMS)
  return { atOnce, items: rest.length === 0 ? single : [...single, rest] }
}

/** The memories that a turn could have read, or that still stand in its conversation, most suspect first. */
export async function suspectsOf(turn: ReplayedTurn): Promise<MemoryAtTurn[]> {
  const memories = await turn.hideable()
  const reads = turn.reads()
  const maybeYield = turns()
  const suspects: (MemoryAtTurn & { key: string; content: string | null; readAt: number })[] = []
  for (const memory of memories) {
    const readAt = reads.get(`${memory.storeId} ${memory.path}`)?.last ?? 0
    const isRead = readAt > 0 || memories.length <= MAX_READ
    const content = isRead ? await turn.contentOf(memory) : null
    suspects.push({ ...memory, key: memory.memoryId, content, readAt })
    await maybeYield()
  }
  return inOrderOfSuspicion(suspects, turn.recorded.texts)
}
