import { z } from 'zod'
import { wholeStart } from '@/lib/text/long-text'
import { refuseCall } from './words'

/** Longest path, name or text to search for, in bytes of UTF-8. */
const MAX_SHORT_BYTES = 4_096

/** A path, a name or a text to search for, as a model writes it. The rule of paths comes later. */
export const shortText = z
  .string()
  .refine(
    (value) => Buffer.byteLength(value) <= MAX_SHORT_BYTES,
    'must be at most 4,096 bytes long',
  )

const input = <Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  z.strictObject({ command: z.literal(name), ...fields })

/** The six commands of `memory_20250818` and their inputs. */
const schemas = {
  view: input('view', {
    path: shortText,
    view_range: z.tuple([z.int(), z.int()]).optional(),
  }),
  create: input('create', { path: shortText, file_text: z.string() }),
  str_replace: input('str_replace', {
    path: shortText,
    old_str: z.string().min(1, 'must not be empty'),
    new_str: z.string().default(''),
  }),
  insert: input('insert', { path: shortText, insert_line: z.int(), insert_text: z.string() }),
  delete: input('delete', { path: shortText }),
  rename: input('rename', { old_path: shortText, new_path: shortText }),
}

type Schemas = typeof schemas
export type CommandName = keyof Schemas
export type MemoryCommand = { [Name in CommandName]: z.output<Schemas[Name]> }[CommandName]
export type CommandOf<Name extends CommandName> = z.output<Schemas[Name]>

export const COMMAND_NAMES = Object.keys(schemas) as CommandName[]

const isCommandName = (name: unknown): name is CommandName =>
  typeof name === 'string' && Object.hasOwn(schemas, name)

/** Reads a model's input; refuses one that is no command, with what is wrong. */
export function parseCommand(input: unknown): MemoryCommand {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return refuseInput('the input must be an object')
  }
  const name: unknown = 'command' in input ? input.command : undefined
  if (name === undefined || name === null) return refuseInput('the field command is missing')
  if (!isCommandName(name)) {
    const known = COMMAND_NAMES.join(', ')
    return refuseInput(
      `unknown command ${beginning(JSON.stringify(name))}; the commands are ${known}`,
    )
  }
  const parsed = schemas[name].safeParse(input)
  return parsed.success ? parsed.data : refuseInput(faultIn(parsed.error, input))
}

export function refuseInput(what: string): never {
  return refuseCall(`Error: Invalid input: ${what}`)
}

/** What is wrong with a model's input, in words for it. */
export function faultIn({ issues: [issue] }: z.ZodError, input: object): string {
  if (!issue) return 'the input is not valid'
  if (issue.code === 'unrecognized_keys') return `unknown field ${beginning(issue.keys.join(', '))}`
  const [field] = issue.path
  if (typeof field !== 'string') return issue.message
  if (!Object.hasOwn(input, field)) return `the field ${field} is missing`
  if (field === 'view_range') return 'view_range must be two whole numbers, [first, last]'
  if (issue.code === 'invalid_type') return `${field} must be ${typeInWords(issue.expected)}`
  return `${field} ${issue.message}`
}

/** As much of a model's input as is worth repeating. */
const beginning = (written: string) =>
  written.length <= 200 ? written : `${wholeStart(written, 200)}…`

const typeInWords = (type: string) =>
  type === 'int' || type === 'number' ? 'a whole number' : `a ${type}`
