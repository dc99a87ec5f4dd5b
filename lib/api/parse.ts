import type { z } from 'zod'
import { invalidRequest } from './api-error'

/** Parses what a request carries; the error names the field and what is wrong with it. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.map(String).join('.')
  const message = issue?.message ?? 'is not valid'
  throw invalidRequest(field ? `${field}: ${message}` : message)
}

/** Parses a request's query; keys that the schema does not know are ignored. */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): z.output<Schema> {
  return parseInput(schema, Object.fromEntries(new URL(request.url).searchParams))
}
