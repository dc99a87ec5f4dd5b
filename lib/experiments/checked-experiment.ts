import { z } from 'zod'
import { agentSettings } from '@/lib/memory-tests/agent-settings'
import type { MemoryTest } from '@/lib/memory-tests/model/memory-test'
import type { Moment } from '@/lib/store/model/moment'
import { contentProblem } from '@/lib/text/content'
import { refuseExperiment } from './problems'

/** Of one experiment: its table is read by a person. */
const MAX_COLUMNS = 6
const MAX_TESTS = 100
const MAX_SAMPLES = 100

const moment = z.union([
  z.strictObject({ sequence: z.int().nonnegative() }),
  z.strictObject({ time: z.number() }),
])

const column = z.strictObject({
  /** left out: the experiment's own */
  storeId: z.string().optional(),
  /** left out: as it is when a run starts */
  at: moment.optional(),
  /** left out: each test's own */
  model: z
    .string()
    .trim()
    .max(256)
    .regex(/^[\x21-\x7e]+$/, 'is not the name of a model')
    .optional(),
  access: agentSettings.access.optional(),
  instructions: agentSettings.instructions.optional(),
  toolSet: agentSettings.toolSet.optional(),
})

const schema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(200, 'must be at most 200 characters')
    .refine((value) => contentProblem(value) === null, 'must be Unicode text without NUL'),
  columns: z
    .array(column)
    .min(2, 'must be two or more')
    .max(MAX_COLUMNS, `must be at most ${MAX_COLUMNS}`),
  testIds: z
    .array(z.string())
    .min(1, 'must be at least one')
    .max(MAX_TESTS, `must be at most ${MAX_TESTS}`)
    .refine((ids) => new Set(ids).size === ids.length, 'must not name a test twice'),
  samples: z.int().min(1).max(MAX_SAMPLES),
})

/** An experiment as a person or a program gives it. */
export interface ExperimentInput {
  name: string
  columns: readonly {
    storeId?: string | undefined
    at?: Moment | undefined
    model?: string | undefined
    access?: MemoryTest['access'] | undefined
    instructions?: string | undefined
    toolSet?: MemoryTest['toolSet'] | undefined
  }[]
  testIds: readonly string[]
  samples: number
}

export type CheckedExperiment = z.output<typeof schema>

/** Checks an experiment from a person or a program. Refuses `invalid_experiment`. */
export function checkedExperiment(input: unknown): CheckedExperiment {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuseExperiment({
    kind: 'invalid_experiment',
    field: issue?.path.map(String).join('.') ?? '',
    reason: issue?.message ?? 'is not valid',
  })
}
