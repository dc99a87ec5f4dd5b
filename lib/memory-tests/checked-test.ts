import { z } from 'zod'
import { unattendedProblem } from '@/lib/replay/checks'
import { checkSchema } from '@/lib/replay/model/check'
import { contentProblem } from '@/lib/text/content'
import { agentSettings } from './agent-settings'
import { DEFAULT_RULE, verdictRuleSchema } from './model/verdict'
import { refuseTest } from './problems'

const text = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(maximum, `must be at most ${maximum} characters`)
    .refine((value) => contentProblem(value) === null, 'must be Unicode text without NUL')

const check = checkSchema.superRefine((value, context) => {
  const message = unattendedProblem(value)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

const MINUTES_OF_A_DAY = 1440

const schema = z.strictObject({
  name: text(200),
  messages: z.array(text(20_000)).min(1, 'must say something').max(20),
  checks: z.array(check).min(1, 'must check something').max(10),
  /** its name at the server that speaks the Messages API */
  model: z
    .string()
    .trim()
    .max(256)
    .regex(/^[\x21-\x7e]+$/, 'is not the name of a model'),
  access: agentSettings.access.default('read_write'),
  instructions: agentSettings.instructions.default(''),
  toolSet: agentSettings.toolSet.default('memory'),
  verdict: verdictRuleSchema.default(DEFAULT_RULE),
  when: z
    .strictObject({
      paths: z
        .array(text(1_024).refine((path) => path.startsWith('/'), 'must begin with a slash'))
        .min(1)
        .max(50)
        .nullable()
        .default(null),
      nightlyMinute: z
        .int()
        .min(0)
        .max(MINUTES_OF_A_DAY - 1)
        .nullable()
        .default(null),
      isGate: z.boolean().default(false),
      bisectsItself: z.boolean().nullable().default(null),
    })
    .prefault({}),
})

/** A test as a person or a program describes it. */
export type TestInput = z.input<typeof schema>

export type CheckedTest = z.output<typeof schema>

/** Checks a test from a person or a program. Refuses `invalid_test`. */
export function checkedTest(input: unknown): CheckedTest {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuseTest({
    kind: 'invalid_test',
    field: issue?.path.map(String).join('.') ?? '',
    reason: issue?.message ?? 'is not valid',
  })
}
