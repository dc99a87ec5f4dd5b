import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { breaks, invalidInputOf } from './schema-rules'
import { storeMetadataSchema, storeNameSchema } from './store-fields'
import { storeSettingsSchema } from './store-settings'

const refused = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { reportInput: true })
  return error ? invalidInputOf(error, 'settings') : null
}

describe('what a schema refuses is a rule with its limits', () => {
  test.each([
    [z.string(), undefined, { rule: 'missing' }],
    [z.string(), 7, { rule: 'wrong_type', expected: 'string' }],
    [z.array(z.string()), {}, { rule: 'wrong_type', expected: 'list' }],
    [z.string().min(1), '', { rule: 'empty' }],
    [z.string().max(2), 'abc', { rule: 'too_long', maximum: 2 }],
    [z.array(z.string()).max(1), ['a', 'b'], { rule: 'too_many', maximum: 1 }],
    [z.int(), 1.5, { rule: 'not_whole_number' }],
    [z.int().positive(), 0, { rule: 'too_small', minimum: 1 }],
    [z.int().min(256), 255, { rule: 'too_small', minimum: 256 }],
    [z.int().max(10), 11, { rule: 'too_large', maximum: 10 }],
    [z.enum(['off', 'on']), 'up', { rule: 'not_one_of', values: 'off, on' }],
    [z.union([z.number(), z.literal('off')]), 'on', { rule: 'wrong_type', expected: 'number' }],
    [
      z.string().refine(() => false, breaks({ rule: 'not_tool_names' })),
      '',
      { rule: 'not_tool_names' },
    ],
    [z.string().regex(/a/), 'b', { rule: 'not_valid' }],
    [storeNameSchema, 'x'.repeat(256), { rule: 'too_long', maximum: 255 }],
    [storeNameSchema, 'a\nb', { rule: 'control_characters' }],
    [storeMetadataSchema, { '': 'x' }, { rule: 'empty_key' }],
    [storeMetadataSchema, { ['k'.repeat(65)]: 'x' }, { rule: 'key_too_long', maximum: 64 }],
  ])('%#', (schema, value, rule) => {
    expect(refused(schema, value)).toEqual({ field: 'settings', ...rule })
  })

  test('names the part concerned', () => {
    expect(refused(storeSettingsSchema, { maxContentBytes: 0 })).toMatchObject({
      field: 'settings.maxContentBytes',
    })
  })
})
