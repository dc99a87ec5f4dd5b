import * as z from 'zod/mini'

const time = z.iso.datetime({ precision: 3 })
const count = z.int().check(z.nonnegative())

/** A job as `GET /v1/jobs/…` answers it, whatever came of it. */
export const jobAnswer = z.object({
  id: z.string(),
  type: z.literal('job'),
  kind: z.enum(['redaction', 'seed', 'import']),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  /** what it is doing now, a word of the job's own */
  phase: z.string(),
  progress: count,
  /** 0 while it is not known */
  total: count,
  result: z.unknown(),
  /** why it failed, in words for a person */
  error: z.nullable(z.string()),
  created_at: time,
  finished_at: z.nullable(time),
})

export type JobAnswer = z.infer<typeof jobAnswer>
