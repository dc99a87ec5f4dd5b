import * as z from 'zod/mini'

const ACTIONS = ['land', 'review', 'quarantine', 'hold', 'mask', 'refuse'] as const

const counts = z.record(z.enum(ACTIONS), z.number())

const write = z.object({
  /** null: it was never written */
  versionId: z.nullable(z.string()),
  memoryId: z.nullable(z.string()),
  /** null: redacted */
  path: z.nullable(z.string()),
  agent: z.string(),
  /** milliseconds since 1970 */
  at: z.number(),
  action: z.enum(ACTIONS),
  /** its place among the rules; null: the default */
  ruleIndex: z.nullable(z.number()),
  changesetId: z.nullable(z.string()),
})

const dryRun = z.object({
  writes: z.number(),
  /** of them: not counted further, since what a rule asks for was redacted */
  unknown: z.number(),
  counts,
  savedCounts: counts,
  uses: z.array(z.number()),
  waits: z.array(z.object({ agent: z.string(), writes: z.number() })),
  /** milliseconds; null: nothing was decided */
  medianWait: z.nullable(z.number()),
  caught: z.number(),
  missed: z.number(),
  rejections: z.array(
    z.extend(write, {
      isCaught: z.boolean(),
      addedLines: z.number(),
      removedLines: z.number(),
      lostLines: z.number(),
    }),
  ),
  /** a rule that would catch some of the missed; null: none */
  hint: z.nullable(z.object({ minLostLines: z.number(), catches: z.number(), holds: z.number() })),
  stopped: z.array(write),
  durationMs: z.number(),
  /** by the names that rules know agents by */
  names: z.record(z.string(), z.string()),
})

/**
 * The outcome of a dry run, as the policy's page shows it. `run` null: the policy may not be saved.
 */
export const dryRunAnswer = z.object({
  run: z.nullable(dryRun),
  /** the fault of the policy, in words; null: there is none */
  why: z.nullable(z.string()),
})

export type ShownDryRun = z.infer<typeof dryRun>
export type ShownHint = NonNullable<ShownDryRun['hint']>
export type DryRunAnswer = z.infer<typeof dryRunAnswer>
