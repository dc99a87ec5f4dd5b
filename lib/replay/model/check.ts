import { z } from 'zod'

const text = z.string().trim().min(1).max(2_000)

/** A pattern of RE2's syntax: no input takes it more than linear time. */
const pattern = z.string().min(1).max(1_000)

/** The kinds of checks, each with what it needs. */
export const checkKinds = {
  contains: z.strictObject({ type: z.literal('contains'), text }),
  lacks: z.strictObject({ type: z.literal('lacks'), text }),
  matches: z.strictObject({ type: z.literal('matches'), pattern }),
  calls: z.strictObject({
    type: z.literal('calls'),
    name: z.string().min(1).max(256),
    /** found in the call's input as JSON; left out: any input */
    inputPattern: pattern.optional(),
  }),
  judged: z.strictObject({
    type: z.literal('judged'),
    question: text,
    model: z.string().min(1).max(256),
  }),
  person: z.strictObject({ type: z.literal('person') }),
}

/** A test of an answer: it holds or it does not (why.md, "Terms"). */
export const checkSchema = z.discriminatedUnion('type', [
  checkKinds.contains,
  checkKinds.lacks,
  checkKinds.matches,
  checkKinds.calls,
  checkKinds.judged,
  checkKinds.person,
])

export type Check = z.output<typeof checkSchema>

/** A check that another model decides. */
export type JudgedCheck = Extract<Check, { type: 'judged' }>
