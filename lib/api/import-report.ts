import { z } from '@hono/zod-openapi'
import type { Plan } from '@/lib/store/plan/plan'
import { countsOf, entriesOf, type SeedEntry, type SeedReport } from '@/lib/transfer/report'
import { noteWords, reasonWords } from '@/lib/transfer/source'
import { size, time } from './kit'

/** What an import would do, or did, on the wire. */

export const MAX_ENTRIES = 20_000

export const WirePlan = z
  .strictObject({
    type: z.literal('import_plan'),
    source: z.string(),
    history: z
      .strictObject({
        moments: size,
        from: time.nullable(),
        to: time.nullable(),
        authors: size,
        reason: z.string().nullable(),
        why: z.string().nullable(),
      })
      .nullable(),
    counts: z.record(z.string(), size),
    versions: size,
    memory_tests: size,
    /** in English: what is to be said of the source as a whole */
    notes: z.array(z.string()),
    entries: z.array(
      z.strictObject({
        path: z.string(),
        action: z.string(),
        /** in English, to follow the path */
        reason: z.string().nullable(),
        /** the same as a word for programs */
        why: z.string().nullable(),
      }),
    ),
    hash: z.string(),
  })
  .openapi('ImportPlan')

/** What an import would do. */
export function wirePlan(source: string, plan: Plan): z.output<typeof WirePlan> {
  const entries = entriesOf(plan)
  const { moments } = plan
  return {
    type: 'import_plan',
    source,
    history: moments
      ? {
          moments: moments.moments,
          from: moments.from?.toISOString() ?? null,
          to: moments.to?.toISOString() ?? null,
          authors: moments.authors,
          reason: moments.reason ? reasonWords(moments.reason, '') : null,
          why: moments.reason ?? null,
        }
      : null,
    counts: countsOf(entries, plan.same),
    versions: plan.versions ?? 0,
    memory_tests: plan.memoryTests ?? 0,
    notes: (plan.notes ?? []).map(noteWords),
    entries: entries.slice(0, MAX_ENTRIES).map(wireEntry),
    hash: plan.hash,
  }
}

const wireEntry = ({ path: at, action, reason: why }: SeedEntry) => ({
  path: at,
  action,
  reason: why && reasonWords(why, at),
  why,
})

/** What an import did: the result of its job. */
export const wireReport = ({ batchId, entries, tests, ...report }: SeedReport) => ({
  type: 'import_report',
  ...report,
  memory_tests: tests,
  batch_id: batchId,
  entries: entries.slice(0, MAX_ENTRIES).map(wireEntry),
})
