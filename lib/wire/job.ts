import * as z from 'zod/mini'

const time = z.iso.datetime({ precision: 3 })
const count = z.int().check(z.nonnegative())

/** A job as `GET /v1/jobs/…` answers it, whatever its result. */
export const jobAnswer = z.object({
  id: z.string(),
  type: z.literal('job'),
  kind: z.enum(['redaction', 'compaction', 'seed', 'import', 'scan']),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  /** the current phase, a word of the job's own */
  phase: z.string(),
  progress: count,
  /** 0 while unknown */
  total: count,
  result: z.unknown(),
  /** why it failed, for a person to read */
  error: z.nullable(z.string()),
  created_at: time,
  finished_at: z.nullable(time),
})

export type JobAnswer = z.infer<typeof jobAnswer>
