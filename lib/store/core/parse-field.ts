import type { z } from 'zod'
import type { InputField } from '../model/invalid-input'
import { refuse } from '../model/problems'
import { invalidInputOf } from '../model/schema-rules'

/** Parses one field of an input; refuses it with its first error. */
export function parseField<Schema extends z.ZodType>(
  field: InputField,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  return refuse({ kind: 'invalid_input', ...invalidInputOf(parsed.error, field) })
}
