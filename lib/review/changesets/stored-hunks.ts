import { z } from 'zod'
import { SCAN_RULES, type ScanRule } from '@/lib/scan/rules'
import { LEVELS, type Reason, REASONS } from '../model/attention'
import type { ExaminedHunk } from '../model/changeset'

/**
 * Parses what is stored of a changeset as JSON: its hunks and reasons. A changeset has thousands of
 * hunks, and checking one takes as long as parsing it.
 */

const RULES = Object.keys(SCAN_RULES).filter((name): name is ScanRule => name in SCAN_RULES)

const FINDING = z.object({
  id: z.string(),
  rule: z.enum(RULES),
  line: z.number(),
  from: z.number(),
  to: z.number(),
  toLine: z.number().exactOptional(),
  toColumn: z.number().exactOptional(),
})

const HUNKS = z.array(
  z.object({
    kind: z.enum(['lines', 'created', 'deleted', 'renamed']),
    beforeFrom: z.number(),
    beforeCount: z.number(),
    afterFrom: z.number(),
    afterCount: z.number(),
    level: z.enum(LEVELS),
    reasons: z.array(z.enum(REASONS)),
    routine: z.enum(['spacing', 'moved', 'appended']).nullable(),
    lostLines: z.number(),
    fates: z
      .array(z.tuple([z.enum(['moved', 'standing', 'reworded', 'lost', 'too_short']), z.number()]))
      .exactOptional(),
    size: z.number().exactOptional(),
    findings: z.array(FINDING),
  }),
)

export function storedHunks(text: string): ExaminedHunk[] {
  return HUNKS.parse(JSON.parse(text))
}

const COUNTS = z.partialRecord(z.enum(REASONS), z.number())

/** The number of hunks with each reason. */
export function storedReasons(text: string): Partial<Record<Reason, number>> {
  return COUNTS.parse(JSON.parse(text))
}
