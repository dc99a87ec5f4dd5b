import * as z from 'zod/mini'

/** What keeps the server's database from being used. */
const FAULTS = ['disk_full', 'read_only', 'damaged', 'disk_error', 'unreachable', 'busy'] as const

export const isFault = (kind: string): kind is Fault => FAULTS.some((each) => each === kind)

/** What `/readyz` answers. */
export const readinessAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ready') }),
  z.object({
    status: z.literal('not_ready'),
    kind: z.enum([...FAULTS, 'migrations', 'unknown']),
    /** for an operator: what is wrong and what to do */
    reason: z.string(),
  }),
])

export type Fault = (typeof FAULTS)[number]
export type Readiness = z.infer<typeof readinessAnswer>
