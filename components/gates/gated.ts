import 'server-only'
import { z } from 'zod'
import type { Gated } from '@/lib/memory-tests/model/gate'
import { MemoryTestError } from '@/lib/memory-tests/problems'

/** What a page says about the gates before an act; see `GateChoice`. */
export const gateChoice = z.object({
  isAsking: z.boolean().optional(),
  /** runs that the page showed */
  although: z.array(z.string()).max(500).readonly().optional(),
})

/** Does what gates may stand before: that they hold it is an answer, which the page shows. */
export async function gated<Value>(work: () => Promise<Value>): Promise<Gated<Value>> {
  try {
    return { isHeld: false, value: await work() }
  } catch (error) {
    const isHold = error instanceof MemoryTestError && error.problem.kind === 'gates_hold'
    if (!isHold || error.problem.kind !== 'gates_hold') throw error
    return { isHeld: true, check: error.problem.check }
  }
}
