import { Refusal } from '@/lib/refusal'
import type { Actor, Cause } from '@/lib/store/model/actor'
import { checkContent, invalidInput } from '@/lib/store/model/problems'
import { change } from '@/lib/store/write/change'
import { carryOut } from './carry-out'
import { type Decision, decideHeld, type HeldWrite } from './held-writes'
import type { Landing } from './landing'

/** A person's answer to what waits: of a call of a session's it is the same, and the session carries it out. */

/** What a person allows, as they saw it. */
export interface SeenWrite {
  /** of what was shown; left out: whatever would land */
  shown?: string | undefined
  /** their text in place of the agent's */
  content?: string | undefined
}

/** Refuses `held_changed` where something else would land by now, `held_not_possible`, `invalid_input`. */
export function checkAllowed(
  { id, steps }: HeldWrite,
  { sha256, isPossible }: Landing,
  { shown, content }: SeenWrite,
): void {
  const about = { held_id: id }
  if (shown !== undefined && shown !== sha256) {
    throw new Refusal('held_changed', 'The write changed since you looked at it.', about)
  }
  if (content !== undefined) return checkEdit(steps, content)
  if (isPossible) return
  const words = 'This write does not fit what stands there by now: edit it, or deny it.'
  throw new Refusal('held_not_possible', words, about)
}

function checkEdit([step, ...more]: HeldWrite['steps'], content: string): void {
  checkContent(content)
  if (more.length > 0 || !step || step.op === 'delete') {
    throw invalidInput('content', 'only a write of one memory can be edited')
  }
}

/** One that a call of a session waits for, which the session answers. */
export type HeldOfCall = HeldWrite & { sessionId: string; toolUseId: string }

export const isOfCall = (held: HeldWrite): held is HeldOfCall =>
  held.sessionId !== null && held.toolUseId !== null

/** Decides, and writes what is allowed as whoever asked for it, in one change of the store. */
export async function allowAlone(held: HeldWrite, seen: SeenWrite, by: Actor): Promise<void> {
  const { writer, sessionId, client, toolUseId } = held
  const cause: Cause = { actor: writer, isAgent: true, sessionId, client, toolUseId }
  const edited = seen.content === undefined ? null : { content: seen.content, by }
  await carryOut({ held, edited }, cause, async (c, landing) => {
    checkAllowed(held, landing, seen)
    await decideHeld(c, held, { state: 'allowed', isEdited: edited !== null, by })
    return true
  })
}

/** Decides that it is not written. Refuses `not_waiting`, `invalid_input`. */
export async function settleAlone(held: HeldWrite, decision: Decision): Promise<void> {
  const cause: Cause = { actor: decision.by, isAgent: false }
  await change(held.storeId, cause, (c) => decideHeld(c, held, decision), { whenArchived: 'allow' })
}
