import * as v from 'valibot'
import { FAULTS } from './faults'

/** The answer of `/readyz`. */
export const readinessAnswer = v.variant('status', [
  v.object({ status: v.literal('ready') }),
  v.object({
    status: v.literal('not_ready'),
    kind: v.picklist([...FAULTS, 'migrations', 'unknown']),
    /** for an operator: what is wrong and what to do */
    reason: v.string(),
  }),
])

export type Readiness = v.InferOutput<typeof readinessAnswer>
