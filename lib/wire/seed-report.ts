import * as z from 'zod/mini'
import { jobAnswer } from './job'

const time = z.iso.datetime({ precision: 3 })
const count = z.int().check(z.nonnegative())

const action = z.enum([
  'create',
  'replace',
  'rename',
  'delete',
  'merge',
  'unchanged',
  'keep',
  'conflict',
  'skip',
])

/**
 * The reason for which something was not simply taken: in English, and as a code with its facts.
 */
const reasonFields = {
  reason: z.nullable(z.string()),
  why: z.nullish(z.catchall(z.object({ code: z.string() }), z.union([z.string(), z.number()]))),
}

/** Both texts; a side that is null has nothing there. */
const sides = z.object({ stores: z.nullable(z.string()), sources: z.nullable(z.string()) })

/** A memory's text as a plan would make it. */
const plannedText = z.object({
  /** its path before, if it moves */
  from: z.nullable(z.string()),
  /** bytes afterwards; of a memory that goes, those that it has */
  size: count,
  /** lines */
  added: count,
  removed: count,
  /** null: not asked for, or too much with the others */
  sides: z.nullable(sides),
})

const report = {
  source: z.string(),
  /** null for a source without history */
  history: z.nullable(
    z.object({
      moments: count,
      ...reasonFields,
      from: z.nullable(time),
      to: z.nullable(time),
      authors: z.array(z.string()),
    }),
  ),
  /** of memories, however many versions each took, and of paths that were not taken */
  counts: z.record(action, count),
  /** versions written */
  versions: count,
  /** memory tests that came along; left out in reports from before there were any */
  memory_tests: z.optional(count),
  entries: z.array(
    z.object({ path: z.string(), action, ...reasonFields, text: z.optional(plannedText) }),
  ),
  stopped: z.boolean(),
  /** of a plan: sent back as `plan`, it ensures that what was shown is what is done */
  hash: z.nullable(z.string()),
}

/** The plan of a seeding: the answer of `POST …/import` to `dry_run`. */
export const seedPlanAnswer = z.object({
  type: z.literal('import_plan'),
  ...report,
  /** paths that both sides changed and that a decision may name, with both texts if not too long */
  conflicts: z.optional(
    z.array(
      z.object({
        path: z.string(),
        /** null: too much to show */
        sides: z.nullable(sides),
      }),
    ),
  ),
  /** folders of an archive that are git repositories, of which only the files are taken */
  repositories: z.optional(z.array(z.string())),
})

/** The result of a seeding. */
const seedResult = z.object({ type: z.literal('import_report'), ...report })

/** The job of a seeding: the answer of `POST …/import` otherwise. */
export const seedJobAnswer = z.extend(jobAnswer, { result: z.nullable(seedResult) })

export type SeedPlanAnswer = z.infer<typeof seedPlanAnswer>
export type SeedReportAnswer = SeedPlanAnswer | z.infer<typeof seedResult>
export type SeedJobAnswer = z.infer<typeof seedJobAnswer>
export type SeedActionAnswer = z.infer<typeof action>
