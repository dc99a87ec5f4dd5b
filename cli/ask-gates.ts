import { setTimeout } from 'node:timers/promises'
import { database } from '@/lib/db/open-database'
import { gatesAt } from '@/lib/memory-tests/gates/check-gates'
import { type GateChoice, gatesUnderWay } from '@/lib/memory-tests/model/gate'
import { MemoryTestError } from '@/lib/memory-tests/problems'

/** Asking the gates costs what their answers cost: it is said, never done by itself. */
export const ASK_GATES = { 'ask-gates': { type: 'boolean', default: false } } as const

const LOOK_EVERY_MS = 200

/** Does what gates stand before; told to ask them, asks once and waits until all have told. */
export async function pastGates<Value>(
  isAsking: boolean,
  act: (gates: GateChoice) => Promise<Value>,
): Promise<Value> {
  try {
    return await act({ isAsking })
  } catch (error) {
    const isHeld = error instanceof MemoryTestError && error.problem.kind === 'gates_hold'
    if (!isAsking || !isHeld || error.problem.kind !== 'gates_hold') throw error
    let { check } = error.problem
    while (gatesUnderWay(check).length > 0) {
      await setTimeout(LOOK_EVERY_MS)
      check = await gatesAt(database(), check)
    }
    return act({})
  }
}
