import { z } from 'zod'
import type { WriteSql } from '@/lib/db/sql'
import { type Cause, sessionOf } from '@/lib/store/model/actor'
import { addProposal, type NewProposal, completeProposals } from '@/lib/store/proposals/proposals'
import { heldCommand, type HeldCommand } from './held-command'
import { lockedStoreInUse } from './sql/stores'
import { waitingAt } from './sql/waiting-proposals'

/** A write over the API that is to wait for a person. */
export type WriteToKeep = Omit<NewProposal, 'storeId' | 'cause' | 'command'> & {
  command: HeldCommand
}

export interface KeepWaitingInput {
  storeId: string
  /** the agent */
  cause: Cause
  /** few, each at a path of its own */
  writes: readonly WriteToKeep[]
}

/**
 * Keeps an agent's writes for a person, and returns the proposals' ids in the order of the writes;
 * null if the store is gone. What waits already is not asked for twice: an agent may try again, and
 * an import may be repeated. A whole text takes the place of another one that waits at its path for
 * the same session, which is withdrawn.
 */
export async function keepWaiting(
  tx: WriteSql,
  { storeId, cause, writes }: KeepWaitingInput,
): Promise<(string | null)[]> {
  const paths = writes.map(({ path }) => path)
  // Of two equal writes at once the second finds the first.
  await lockedStoreInUse(tx, storeId)
  const waiting = await waitingAt(tx, { storeId, actorId: cause.actor.id, paths })
  const ids: (string | null)[] = []
  for (const write of writes) {
    const asked = JSON.stringify(write.command)
    const same = waiting.find(({ command }) => command === asked)
    if (same) {
      ids.push(same.id)
      continue
    }
    const replaced = waiting.filter(
      ({ path, sessionId, command }) =>
        path === write.path &&
        sessionId === sessionOf(cause) &&
        isWholeText(write.command) &&
        isWholeText(JSON.parse(command)),
    )
    for (const { id: proposalId } of replaced) {
      await completeProposals(tx, { proposalId }, { state: 'withdrawn', by: null })
    }
    ids.push(await addProposal(tx, { ...write, storeId, cause }))
  }
  return ids
}

const creation = z.object({ command: z.literal('create') })

/** Returns whether a command states all that its memory is to hold, whatever it holds now. */
function isWholeText(stored: unknown): boolean {
  const { data: command } = heldCommand.safeParse(stored)
  switch (command?.kind) {
    case 'create':
    case 'put':
      return true
    case 'update':
      return command.content !== undefined && command.path === undefined
    case 'memory_tool':
      return creation.safeParse(command.input).success
    default:
      return false
  }
}
