import { z } from 'zod'

/** The rules of a store: six answers to what agents write. New words go into `ANSWER`, too (redact/values.ts). */

const row = z.strictObject({
  glob: z
    .string()
    .min(1, 'must not be empty')
    .max(256, 'must be at most 256 characters')
    .regex(/^\//, 'must begin with /')
    // What neither database holds.
    .refine((glob) => glob.isWellFormed() && !glob.includes('\0'), 'must be Unicode text'),
  answer: z.enum(['land', 'hold', 'refuse']),
})

export const rulesSchema = z.strictObject({
  everything: z.enum(['review', 'hold', 'land']).default('review'),
  secrets: z.enum(['flag', 'mask', 'hold', 'refuse']).default('flag'),
  personalData: z.enum(['flag', 'ignore', 'mask', 'hold']).default('flag'),
  /** with hidden characters */
  instructions: z.enum(['flag', 'hold', 'refuse']).default('flag'),
  /** with emptying and collapse */
  deletions: z.enum(['review', 'hold', 'refuse']).default('review'),
  /** in place of `everything` for what they name; of several the strictest */
  paths: z.array(row).max(100, 'must be at most 100 rows').default([]),
})

export type StoreRules = z.output<typeof rulesSchema>

export const DEFAULT_RULES: StoreRules = rulesSchema.parse({})

/** A store's rules as its row has them; null: they cannot be read, and hold everything. */
export function storedRules(json: unknown): StoreRules | null {
  if (JSON.stringify(json) === '{}') return DEFAULT_RULES
  const parsed = rulesSchema.safeParse(json)
  return parsed.success ? parsed.data : null
}

/** Whether no answer asks what stands in a text. */
export const onlyPaths = ({ everything, paths, ...answers }: StoreRules): boolean =>
  everything !== 'land' &&
  paths.every(({ answer }) => answer !== 'land') &&
  [answers.secrets, answers.personalData, answers.instructions].every((answer) =>
    ['flag', 'ignore'].includes(answer),
  )

/** Whether nothing but flags comes of them, so that nothing needs to be judged. */
export const onlyWatch = (rules: StoreRules): boolean =>
  onlyPaths(rules) &&
  rules.paths.length === 0 &&
  rules.everything === 'review' &&
  rules.deletions === 'review'
