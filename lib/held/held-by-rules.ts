import { Refusal } from '@/lib/refusal'
import { heldAnswer } from '@/lib/review/reason-words'
import { reviewAddress } from '@/lib/server-file'
import { change } from '@/lib/store/write/change'
import { keepsHeld } from '@/lib/store/write/judging'
import { keepHeld, mayBeHeld } from './held-writes'

/** How long a write that a rule holds waits for a person. */
export const LAPSES_AFTER_MS = 72 * 3_600_000

keepsHeld((storeId, cause, held) =>
  change(storeId, cause, async (c): Promise<Refusal> => {
    const { steps, reason, facts } = held
    const path = String(facts.path)
    if (!(await mayBeHeld(c.tx, storeId, steps))) return c.nothing(tooMuchWaits(path))
    const { id } = await keepHeld(c, {
      storeId,
      steps,
      isEdit: cause.isEdit,
      reason,
      writer: cause.actor,
      sessionId: cause.sessionId ?? null,
      toolUseId: null,
      client: cause.client ?? null,
      lapsesAt: new Date(c.now.getTime() + LAPSES_AFTER_MS),
    })
    const told = { ...facts, held_write_id: id, where: reviewAddress(storeId) }
    return new Refusal('held', heldAnswer(path, told), told)
  }),
)

const tooMuchWaits = (path: string) => {
  const why = 'too much waits for review already'
  return new Refusal('refused_by_rules', `${path} was not saved: ${why}`, { path, why })
}
