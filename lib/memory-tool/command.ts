import { z } from 'zod'
import { refuseCall } from './refusal'
import { COMMAND_NAMES, type CommandName, isCommandName } from './tool-effects'

/** Longest path, name or text to search for, in bytes of UTF-8. */
const MAX_SHORT_BYTES = 4_096

/** A path, a name or a text to search for, as a model writes it. The rules of paths come later. */
export const shortText = z
  .string()
  .refine(
    (value) => Buffer.byteLength(value) <= MAX_SHORT_BYTES,
    'must be at most 4,096 bytes long',
  )

/** The six commands of `memory_20250818` and their inputs (memory tool page, Commands). */
const schemas = {
  view: z.strictObject({
    command: z.literal('view'),
    path: shortText,
    view_range: z.tuple([z.int(), z.int()]).optional(),
  }),
  create: z.strictObject({
    command: z.literal('create'),
    path: shortText,
    file_text: z.string(),
  }),
  str_replace: z.strictObject({
    command: z.literal('str_replace'),
    path: shortText,
    old_str: z.string().min(1, 'must not be empty'),
    new_str: z.string().default(''),
  }),
  insert: z.strictObject({
    command: z.literal('insert'),
    path: shortText,
    insert_line: z.int(),
    insert_text: z.string(),
  }),
  delete: z.strictObject({ command: z.literal('delete'), path: shortText }),
  rename: z.strictObject({
    command: z.literal('rename'),
    old_path: shortText,
    new_path: shortText,
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
    return refuseInput(
      `unknown command ${beginningOf(JSON.stringify(name))}; the commands are ${known}`,
    )
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
  if (issue.code === 'unrecognized_keys')
    return `unknown field ${beginningOf(issue.keys.join(', '))}`
  const [field] = issue.path
  if (typeof field !== 'string') return issue.message
  if (!Object.hasOwn(input, field)) return `the field ${field} is missing`
  if (field === 'view_range') return 'view_range must be two whole numbers, [first, last]'
  if (issue.code === 'invalid_type') return `${field} must be ${article(issue.expected)}`
  return `${field} ${issue.message}`
}

/** Shortens a model's input to what is worth repeating. */
const beginningOf = (written: string) =>
  written.length <= 200 ? written : `${written.slice(0, 200)}…`

function article(type: string): string {
  return type === 'int' || type === 'number' ? 'a whole number' : `a ${type}`
}
