import { parseArgs } from 'node:util'

/** A mistyped command; its usage is printed with it. */
export class UsageError extends Error {}

/** Something that cannot be done, said in one line. */
export class CommandError extends Error {}

/** What was typed after a command's name. */
export interface Typed {
  names: string[]
  /** the values of each option that was given; of one that takes none: [] */
  options: ReadonlyMap<string, string[]>
  /** the folder that it was typed in: what names a file is meant from there */
  from: string
}

/**
 * Parses what was typed by the command's own usage: a line `--name VALUE  …` or `--name  …` an option, in
 * its head `<name>` what must be named, `[name]` what may be. Throws a `UsageError`.
 */
export function parse(usage: string, args: string[], from: string): Typed {
  const [head = ''] = usage.split('\n')
  const told = [...usage.matchAll(/^ +--([\w-]+)( \S+)?/gm)]
  const types = told.map(([, name = '', value]) => {
    const type = value ? ('string' as const) : ('boolean' as const)
    return [name, { type, multiple: true as const }] as const
  })
  const { values, positionals } = tolerant(args, Object.fromEntries(types))
  const wanted = [...head.matchAll(/<\w+>/g)].length
  const most = wanted + [...head.matchAll(/\[\w+\]/g)].length
  if (positionals.length < wanted || positionals.length > most)
    throw new UsageError(`this takes ${head}`)
  const options = Object.entries(values).map(([name, given]) => {
    return [name, given.filter((each) => typeof each === 'string')] as const
  })
  return { names: positionals, options: new Map(options), from }
}

type Types = Record<string, { type: 'string' | 'boolean'; multiple: true }>

function tolerant(args: string[], options: Types) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values: values as Record<string, (string | boolean)[]>, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : '', { cause: error })
  }
}

/** The one of these words that an option gives; `usual` where it is not given. */
export function choice<T extends string>(
  { options }: Typed,
  name: string,
  words: readonly T[],
  usual: T,
): T {
  const given = options.get(name)?.at(-1) ?? usual
  const found = words.find((word) => word === given)
  if (found !== undefined) return found
  throw new UsageError(`--${name} takes ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
}

/** The id of the store with this name or id. Throws a `CommandError` where there is none, or are several. */
export function oneStore(named: string, stores: readonly { id: string; name: string }[]): string {
  const found = stores.filter(({ id, name }) => id === named || name === named)
  const [first, ...others] = found.map(({ id }) => id)
  if (first === undefined) throw new CommandError(`there is no store ${named}`)
  if (others.length === 0) return first
  const ids = [first, ...others].join(', ')
  throw new CommandError(`several stores are called ${named}; name one by its id: ${ids}`)
}

/** Control characters, which would move a terminal's cursor or change its colours, become `\u{1b}`. */
const printable = (text: string) =>
  text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)

/** Prints a line of data. */
export const print = (line: string) => process.stdout.write(`${printable(line)}\n`)

/** Prints a file for programs, as it stands. */
export const printFile = (text: string) =>
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)

/** Prints data for programs. */
export const printJson = (value: unknown) =>
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)

/** Prints a line for people; data stay by themselves. */
export const say = (line: string) => process.stderr.write(`${printable(line)}\n`)
