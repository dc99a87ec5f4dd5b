import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse'
import { METHODS } from './route'
import { ROUTES } from './routes'
import { id, listOf, pairsOf, rawPath } from './text-schema'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** True if only strings of a bounded length match. */
const isBoundedPattern = (pattern: string) => !/[*+]|\{\d+,\}/.test(pattern)

/** The parts of a schema that may be of any length: strings, lists, objects, or anything at all. */
function unbounded(schema: JsonSchema | boolean | undefined, at: string): string[] {
  if (schema === undefined || schema === false) return []
  if (schema === true) return [at]
  if (schema.enum || schema.const !== undefined) return []
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  if (choices.length > 0) return choices.flatMap((each) => unbounded(each, at))
  switch (schema.type) {
    case 'string': {
      const isBounded = schema.maxLength !== undefined || isBoundedPattern(schema.pattern ?? '*')
      return isBounded ? [] : [at]
    }
    case 'array': {
      if (schema.maxItems === 0) return []
      const items = schema.items as JsonSchema | undefined
      return [...(schema.maxItems === undefined ? [at] : []), ...unbounded(items, `${at}[]`)]
    }
    case 'object': {
      const { properties = {}, additionalProperties: others } = schema
      const own = Object.entries(properties).flatMap(([name, each]) =>
        unbounded(each, `${at}.${name}`),
      )
      if (others === undefined || others === false) return own
      const isAny = typeof others === 'object' && Object.keys(others).length === 0
      if (isAny) return [...own, `${at}.*`]
      return [
        ...own,
        ...(schema.maxProperties === undefined ? [`${at}{}`] : []),
        ...unbounded(schema.propertyNames, `${at} names`),
        ...unbounded(others, `${at}.*`),
      ]
    }
    case undefined:
      return [at]
    default:
      return []
  }
}

/**
 * Parts that are checked elsewhere: by the memory tool, and by the handler of Claude Code's hooks.
 */
const CHECKED_ELSEWHERE = [
  'handleHook body.*',
  'handleHook body.tool_input',
  'handleHook body.tool_response',
  'runMemoryTool body.*',
  'runMemoryTool body.command',
]

test('every text, list and object of a request has a bound', () => {
  const found = ROUTES.flatMap(({ operations }) =>
    METHODS.flatMap((method) => {
      const { id = '', body, query, headers } = operations[method] ?? {}
      return Object.entries({ body, query, headers }).flatMap(([part, schema]) => {
        const described = schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
        return unbounded(described, `${id} ${part}`)
      })
    }),
  )
  expect(found.toSorted()).toEqual(CHECKED_ELSEWHERE)
})

test.each<[string, z.ZodType, unknown, string]>([
  ['an id', z.object({ id }), { id: 'a'.repeat(257) }, 'id: must be at most 256 characters long'],
  [
    'a path',
    z.object({ path: rawPath }),
    { path: '/é'.repeat(1_400) },
    'path: must be at most 4,096 bytes long in UTF-8',
  ],
  [
    'a list',
    z.object({ of: listOf(id, 2) }),
    { of: ['a', 'b', 'c'] },
    'of: must have at most 2 entries',
  ],
  [
    'an object',
    z.object({ by: pairsOf(id, id, 2) }),
    { by: { a: 'a', b: 'b', c: 'c' } },
    'by: must have at most 2 fields',
  ],
  [
    'a field',
    z.strictObject({}),
    { ['x'.repeat(500)]: 1 },
    `The body has no field ${'x'.repeat(200)}….`,
  ],
])('%s beyond its bound is refused by its field, in few words', (_, schema, sent, message) => {
  expect(() => parseInput(schema, sent)).toThrow(message)
})
