import { z } from 'zod'

/** The rules of a store: six answers to what agents write. The first of each is the default. */

const everything = z.enum(['review', 'hold', 'land'])
const secrets = z.enum(['flag', 'mask', 'hold', 'refuse'])
const personalData = z.enum(['flag', 'ignore', 'mask', 'hold'])
const instructions = z.enum(['flag', 'hold', 'refuse'])
const deletions = z.enum(['review', 'hold', 'refuse'])

const MAX_ROWS = 100
const MAX_GLOB = 256

const row = z.strictObject({
  glob: z
    .string()
    .min(1, 'must not be empty')
    .max(MAX_GLOB, `must be at most ${MAX_GLOB} characters`)
    .regex(/^\//, 'must begin with /'),
  answer: z.enum(['land', 'hold', 'refuse']),
})

const schema = z.strictObject({
  everything: everything.default('review'),
  secrets: secrets.default('flag'),
  personalData: personalData.default('flag'),
  /** with hidden characters */
  instructions: instructions.default('flag'),
  /** with emptying and collapse */
  deletions: deletions.default('review'),
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
