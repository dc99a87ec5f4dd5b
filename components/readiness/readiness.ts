import * as z from 'zod/mini'
import { FAULTS } from './faults'

/** The answer of `/readyz`. */
export const readinessAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ready') }),
  z.object({
    status: z.literal('not_ready'),
    kind: z.enum([...FAULTS, 'migrations', 'unknown']),
    /** for an operator: what is wrong and what to do */
    reason: z.string(),
  }),
])

export type Readiness = z.infer<typeof readinessAnswer>
