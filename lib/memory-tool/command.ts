import { z } from 'zod'
import { refuseCall } from './refusal'
import { COMMAND_NAMES, type CommandName, isCommandName } from './tool-effects'

/** The six commands of `memory_20250818` and their inputs (memory tool page, Commands). */
const schemas = {
  view: z.strictObject({
    command: z.literal('view'),
    path: z.string(),
    view_range: z.tuple([z.int(), z.int()]).optional(),
  }),
  create: z.strictObject({
    command: z.literal('create'),
    path: z.string(),
    file_text: z.string(),
  }),
  str_replace: z.strictObject({
    command: z.literal('str_replace'),
    path: z.string(),
    old_str: z.string().min(1, 'must not be empty'),
    new_str: z.string().default(''),
  }),
  insert: z.strictObject({
    command: z.literal('insert'),
    path: z.string(),
    insert_line: z.int(),
    insert_text: z.string(),
  }),
  delete: z.strictObject({ command: z.literal('delete'), path: z.string() }),
  rename: z.strictObject({
    command: z.literal('rename'),
    old_path: z.string(),
    new_path: z.string(),
  }),
} satisfies Record<CommandName, z.ZodType>

type Schemas = typeof schemas
export type MemoryCommand = { [Name in CommandName]: z.output<Schemas[Name]> }[CommandName]
export type CommandOf<Name extends CommandName> = z.output<Schemas[Name]>

/** Parses a model's input; refuses an invalid one with the fault. */
export function parseCommand(input: unknown): MemoryCommand {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return refuseInput('the input must be an object')
  }
  const name: unknown = 'command' in input ? input.command : undefined
  if (name === undefined || name === null) return refuseInput('the field command is missing')
  if (!isCommandName(name)) {
    const known = COMMAND_NAMES.join(', ')
    return refuseInput(`unknown command ${JSON.stringify(name)}; the commands are ${known}`)
  }
  const parsed = schemas[name].safeParse(input)
  if (parsed.success) return parsed.data
  return refuseInput(describe(parsed.error.issues[0], input))
}

export function refuseInput(what: string): never {
  return refuseCall(`Error: Invalid input: ${what}`)
}

function describe(issue: z.core.$ZodIssue | undefined, input: object): string {
  if (!issue) return 'the input is not valid'
  if (issue.code === 'unrecognized_keys') return `unknown field ${issue.keys.join(', ')}`
  const [field] = issue.path
  if (typeof field !== 'string') return issue.message
  if (!Object.hasOwn(input, field)) return `the field ${field} is missing`
  if (field === 'view_range') return 'view_range must be two whole numbers, [first, last]'
  if (issue.code === 'invalid_type') return `${field} must be ${article(issue.expected)}`
  return `${field} ${issue.message}`
}

function article(type: string): string {
  return type === 'int' || type === 'number' ? 'a whole number' : `a ${type}`
}
