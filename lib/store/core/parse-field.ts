import type { z } from 'zod'
import { refuse } from '../model/problems'

/** Parses one field of an input; refuses it with the first thing that is wrong with it. */
export function parseField<Schema extends z.ZodType>(
  field: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = [field, ...(issue?.path ?? [])].map(String).join('.')
  return refuse({ kind: 'invalid_input', field: path, reason: issue?.message ?? 'is not valid' })
}
