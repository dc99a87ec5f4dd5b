import * as z from 'zod/mini'
import { compactionReceipt, redactionReceipt } from '@/lib/store/model/redaction-receipt'
import { jobAnswer } from '@/lib/wire/job'

/** The job of a redaction, or of a compaction alone. */
export const redactionJob = z.extend(jobAnswer, {
  result: z.nullable(z.union([redactionReceipt, compactionReceipt])),
})

export type RedactionJob = z.infer<typeof redactionJob>
