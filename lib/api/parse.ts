import { type z } from 'zod'
import { ruleInEnglish } from '@/lib/store/model/rule-in-english'
import { invalidRequest } from './api-error'
import type { ApiRequest } from './api-request'
import type { Dialect } from './dialect'

/** The expected kinds of values, in words for the caller. */
const KINDS: Record<string, string> = {
  string: 'a string',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  boolean: 'true or false',
  number: 'a number',
}

/** Words for issues for which a schema has none. */
const inOurWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_big') return tooBig(issue.origin, Number(issue.maximum))
  if (issue.code === 'unrecognized_keys') return `has no field ${shortened(issue.keys.join(', '))}`
  if (issue.code !== 'invalid_type') return undefined
  if (issue.input === undefined) return 'must be given'
  return `must be ${KINDS[issue.expected] ?? issue.expected}`
}

function tooBig(origin: string, maximum: number): string {
  if (origin === 'string') return ruleInEnglish({ rule: 'too_long', maximum })
  return origin === 'array'
    ? `must have at most ${maximum} entries`
    : ruleInEnglish({ rule: 'too_large', maximum })
}

/** Shortens a caller's input to what a message may repeat. */
const shortened = (sent: string) => (sent.length <= 200 ? sent : `${sent.slice(0, 200)}…`)

/** Parses the parts of a request; the error names the field and the fault. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: inOurWords })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = shortened(issue?.path.map(String).join('.') ?? '')
  const message = issue?.message ?? 'is not valid'
  throw invalidRequest(field ? `${field}: ${message}` : `The body ${message}.`)
}

/** Parameters that the preview names differently. */
const PREVIEW_NAMES: ReadonlyMap<string, string> = new Map([
  ['created_at_gte', 'created_at[gte]'],
  ['created_at_lte', 'created_at[lte]'],
])

/** Parses a request's query; unknown keys are ignored. */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  request: Pick<ApiRequest, 'query'>,
  dialect: Dialect = 'current',
): z.output<Schema> {
  const values: Record<string, string> = {}
  for (const [name, value] of request.query) {
    values[(dialect === 'preview' && PREVIEW_NAMES.get(name)) || name] = value
  }
  return parseInput(schema, values)
}

/** The values of a repeatable parameter: `types[]=a&types[]=b`, or without brackets. */
export function parseList<Schema extends z.ZodArray>(
  schema: Schema,
  request: Pick<ApiRequest, 'query'>,
  name: string,
): z.output<Schema> {
  const { query } = request
  const values = [...query.getAll(`${name}[]`), ...query.getAll(name)]
  const parsed = schema.safeParse(values, { error: inOurWords })
  if (parsed.success) return parsed.data
  throw invalidRequest(`${name}: ${parsed.error.issues[0]?.message ?? 'is not valid'}`)
}
