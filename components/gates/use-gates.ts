import { useState } from 'react'
import type { GateCheck, GateChoice, Gated } from '@/lib/memory-tests/model/gate'

/** The act that gates hold; `allowRest`: of a write, and of all that its session writes from then on. */
export type HeldAct = 'apply' | 'allow' | 'allowRest' | 'merge'

/** What gates hold, until it is done, put aside, or held anew. */
export interface GateHold {
  act: HeldAct
  check: GateCheck
  /** does it again, with what the person says about its gates */
  again: (gates: GateChoice) => void
}

export interface Gates {
  hold: GateHold | null
  /** the value of what was done; null: gates hold it, and are shown */
  passed: <Value>(outcome: Gated<Value>, act: HeldAct, again: GateHold['again']) => Value | null
  putAside: () => void
}

/** Keeps what gates hold, for `GateNotice` to show. */
export function useGates(): Gates {
  const [hold, setHold] = useState<GateHold | null>(null)
  return {
    hold,
    passed: (outcome, act, again) => {
      setHold(outcome.isHeld ? { act, check: outcome.check, again } : null)
      return outcome.isHeld ? null : outcome.value
    },
    putAside: () => setHold(null),
  }
}
