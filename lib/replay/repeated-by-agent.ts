import { MAX_LOOKED_FOR, suspectsOf } from './causes/cause-plan'
import { NOT_REPEATED, type RepeatedEarlier, type ReplayedTurn } from './replayed-turn'

/** The places where the agent itself repeats, before a turn, some of the memories most suspected of its answer. */
export async function repeatedByAgent(turn: ReplayedTurn): Promise<RepeatedEarlier> {
  if (!turn.hasEarlierWords) return NOT_REPEATED
  const suspects = await suspectsOf(turn)
  return turn.repeatedEarlier(
    suspects.slice(0, MAX_LOOKED_FOR).map(({ storeId, memoryId }) => ({ storeId, memoryId })),
  )
}
