import { z } from 'zod'

/** The words of this room: what a folder can be, what stops it, and what is said of its files. */

declare const real: unique symbol

/** An absolute path without links, within `WATCH_ROOTS`. Made by real-path.ts alone. */
export type RealPath = string & { readonly [real]: true }

/** Claude Code's memory of a project or a subagent, or any other folder. */
export const PRESETS = ['claude_code', 'folder'] as const
export type Preset = (typeof PRESETS)[number]

/** Why a folder rests; `ok`: it does not. */
export const STATES = [
  'ok',
  'paused',
  'folder_missing',
  'files_missing',
  'folder_replaced',
  'folder_not_allowed',
  'folder_not_readable',
  'too_many_files',
  'store_archived',
] as const
export type State = (typeof STATES)[number]

/** Why a file cannot be a memory. */
const LEFT_REASONS = [
  'link',
  'not_regular_file',
  'not_text',
  'too_large',
  'not_readable',
  'bad_name',
  'same_name',
  'conflict_copy',
  'cloud_placeholder',
  'own_data',
  'store_full',
  'overlaps',
  'redacted',
] as const
export type LeftReason = (typeof LEFT_REASONS)[number]

/** Why a change of the store could not be written into the folder; it is tried again with each pass. */
const PROBLEMS = [
  'not_writable',
  'link_in_path',
  'same_name',
  'in_the_way',
  'not_included',
  'disk_full',
  'disk_fault',
  'damaged',
] as const
export type Problem = (typeof PROBLEMS)[number]

/** Files a folder may hold. */
export const MAX_FILES = 20_000

/** Of each list of the report so many are named; all are counted. */
export const MAX_NAMED = 100

const left = z.object({
  path: z.string(),
  size: z.number().nullable(),
  reason: z.enum(LEFT_REASONS),
  /** what of its name cannot be, or the other name */
  about: z.string().default(''),
})

/** A file that is listed and is no memory. */
export type LeftOut = z.output<typeof left>

const failure = z.object({
  path: z.string(),
  problem: z.enum(PROBLEMS),
  /** the other name of `same_name` */
  about: z.string().default(''),
})

/** A change of the store that the folder did not take. */
export type Failure = z.output<typeof failure>

/** What the last pass found, as `Connection.report` has it. */
export const reportSchema = z.object({
  files: z.number().default(0),
  bytes: z.number().default(0),
  /** names that are nobody's memory */
  passedOver: z
    .object({ count: z.number(), names: z.array(z.string()) })
    .default({ count: 0, names: [] }),
  leftCount: z.number().default(0),
  left: z.array(left).default([]),
  /** memories that stand otherwise on the disk */
  notOnDisk: z
    .object({ count: z.number(), paths: z.array(z.string()) })
    .default({ count: 0, paths: [] }),
  failures: z.array(failure).default([]),
  /** where both sides changed the same lines, the disk's text is the head */
  conflicts: z.array(z.string()).default([]),
  /** `files_missing`: names, of which all must be there again */
  missing: z.array(z.string()).default([]),
})

export type Report = z.output<typeof reportSchema>
