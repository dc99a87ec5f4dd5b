import { z } from 'zod'
import { Refusal } from '@/lib/refusal'
import { ANSWERS, MAX_GLOB, MAX_ROWS, PATH_ANSWERS } from './answers'

/** The rules of a store: six answers to what agents write. */

const row = z.strictObject({
  glob: z
    .string()
    .min(1, 'must not be empty')
    .max(MAX_GLOB, `must be at most ${MAX_GLOB} characters`)
    .regex(/^\//, 'must begin with /')
    // What neither database holds.
    .refine((glob) => glob.isWellFormed() && !glob.includes('\0'), 'must be Unicode text'),
  answer: z.enum(PATH_ANSWERS),
})

const schema = z.strictObject({
  everything: z.enum(ANSWERS.everything).default('review'),
  secrets: z.enum(ANSWERS.secrets).default('flag'),
  personalData: z.enum(ANSWERS.personalData).default('flag'),
  instructions: z.enum(ANSWERS.instructions).default('flag'),
  deletions: z.enum(ANSWERS.deletions).default('review'),
  /** in place of `everything` for what they name; of several the strictest */
  paths: z.array(row).max(MAX_ROWS, `must be at most ${MAX_ROWS} rows`).default([]),
})

export type StoreRules = z.output<typeof schema>

export const DEFAULT_RULES: StoreRules = schema.parse({})

/** A store's rules as its row has them; null: they cannot be read, and hold everything. */
export function storedRules(json: unknown): StoreRules | null {
  if (JSON.stringify(json) === '{}') return DEFAULT_RULES
  const parsed = schema.safeParse(json)
  return parsed.success ? parsed.data : null
}

/** Whether nothing but flags comes of them, so that nothing needs to be judged. */
export const onlyWatch = ({ paths, ...answers }: StoreRules): boolean =>
  paths.length === 0 &&
  answers.everything === 'review' &&
  answers.deletions === 'review' &&
  [answers.secrets, answers.personalData, answers.instructions].every((answer) =>
    ['flag', 'ignore'].includes(answer),
  )

/** Rules that somebody wants; refuses `invalid_input` in the words of the first fault. */
export function readRules(rules: StoreRules): StoreRules {
  const { data, error } = schema.safeParse(rules)
  if (data) return data
  const [fault] = error.issues
  const field = fault?.path.join('.') ?? 'rules'
  throw new Refusal('invalid_input', `${field}: ${fault?.message}`, {
    field,
    rule: fault?.message ?? '',
  })
}
