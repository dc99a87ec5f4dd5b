import { z } from 'zod'
import { MEMORY_FAULTS, type Unwatched, UNWATCHED_REASONS } from './model/connection'

const FAULTS = z.object({
  counts: z.record(z.enum(MEMORY_FAULTS), z.number()),
  unloadedLines: z.number(),
  named: z.array(z.object({ kind: z.enum(MEMORY_FAULTS), path: z.string(), about: z.string() })),
})

const UNWATCHED = z.object({
  count: z.number(),
  files: z.array(
    z.object({
      path: z.string(),
      size: z.number().nullable(),
      reason: z.enum(UNWATCHED_REASONS),
    }),
  ),
  faults: FAULTS.exactOptional(),
  uncommitted: z.number().exactOptional(),
})

/** Parses a sweep's notes of a connection, which are JSON. */
export function storedUnwatched(text: string): Unwatched {
  return UNWATCHED.parse(JSON.parse(text))
}
