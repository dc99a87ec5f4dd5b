import type { z } from 'zod'
import type { ExpectedType, InputField, InputPart, InputRule, InvalidInput } from './invalid-input'
import { INPUT_FIELDS } from './invalid-input'

type Issue = z.core.$ZodIssue

/** Carries the rule that a schema's custom check enforces. */
class Broken {
  constructor(readonly rule: InputRule) {}
}

/** For a schema's custom check (`refine`, `addIssue`): an input that it rejects breaks this rule. */
export const breaks = (rule: InputRule) => ({ params: { broken: new Broken(rule) } })

/**
 * The first error of an input, as a rule. `field` is the parsed field; null if the schema's own
 * keys are the fields. Parse with `reportInput`, or a missing value looks like a wrong type.
 */
export function invalidInputOf(error: z.ZodError, field: InputField | null): InvalidInput {
  const [issue] = error.issues
  const found = issue ? innermost(issue, []) : null
  const path = [...(field === null ? [] : [field]), ...(found?.path ?? [])].map(String)
  return { field: partOf(path), ...(found ? ruleOf(found.issue) : { rule: 'not_valid' }) }
}

function partOf([first, ...rest]: readonly string[]): InputPart {
  const field = INPUT_FIELDS.find((each) => each === first) ?? 'settings'
  return rest.length === 0 ? field : `${field}.${rest.join('.')}`
}

/** A union reports the errors of each of its kinds; the first kind is the one people mean. */
function innermost(issue: Issue, above: PropertyKey[]): { issue: Issue; path: PropertyKey[] } {
  const path = [...above, ...issue.path]
  const inner = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined
  return inner
    ? innermost(inner, path)
    : { issue, path: issue.code === 'invalid_key' ? above : path }
}

function ruleOf(issue: Issue): InputRule {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return { rule: 'missing' }
      return typeRule(issue.expected)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum) - (issue.inclusive === false ? 1 : 0))
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum) + (issue.inclusive === false ? 1 : 0))
    case 'invalid_value':
      return { rule: 'not_one_of', values: issue.values.map(String).join(', ') }
    case 'invalid_key':
      return keyRule(issue.issues)
    case 'custom': {
      const broken: unknown = issue.params?.['broken']
      return broken instanceof Broken ? broken.rule : { rule: 'not_valid' }
    }
    case 'invalid_format':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_element':
      return { rule: 'not_valid' }
  }
}

const TYPES: Readonly<Record<string, ExpectedType>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  record: 'object',
}

function typeRule(expected: string): InputRule {
  if (expected === 'int') return { rule: 'not_whole_number' }
  const known = TYPES[expected]
  return known ? { rule: 'wrong_type', expected: known } : { rule: 'not_valid' }
}

function tooBig(origin: string, maximum: number): InputRule {
  if (origin === 'string') return { rule: 'too_long', maximum }
  return { rule: origin === 'array' ? 'too_many' : 'too_large', maximum }
}

function tooSmall(origin: string, minimum: number): InputRule {
  return origin === 'string' ? { rule: 'empty' } : { rule: 'too_small', minimum }
}

/** For a key: its name would say nothing if empty, and too much if long. */
function keyRule([issue]: readonly Issue[]): InputRule {
  const broken = issue ? ruleOf(issue) : null
  return broken?.rule === 'too_long'
    ? { rule: 'key_too_long', maximum: broken.maximum }
    : (broken ?? { rule: 'not_valid' })
}
