import { homedir } from 'node:os'
import path from 'node:path'
import { hashOf } from './hash-of'
import { asShellPattern, isShellPattern } from './shell-pattern'

/** Commands of a shell that move or delete files. */
const MOVES = /(?:^|[\s;|&(/])(?:mv|rm|rmdir|unlink|trash|rename)\s/

/** Words of a command: quoted, or with single characters escaped. */
const WORD = /(?:'[^']*'|"[^"]*"|\\.|[^\s;|&()<>'"\\])+/g

/** A word that the shell replaces by what is not known here. */
const UNKNOWN = /[$`{]/

/** The pattern of all files of a folder. */
const ALL_FILES = /^\*(?:\.md)?$/

/** Of one command. */
const MAX_PATHS = 50
const MAX_COMMAND_LENGTH = 10_000

/**
 * A name in a command: a path, all files of a folder as `folder/*`, or a pattern of paths;
 * absolute.
 */
export interface NamedByCommand {
  at: string
  /** see `shellPattern` */
  isPattern: boolean
}

/** Lists the names in a command of a shell, if it moves or deletes files. `cwd`: where it began. */
export function namedByMove(command: string, cwd: string): NamedByCommand[] {
  const text = command.slice(0, MAX_COMMAND_LENGTH)
  if (!path.isAbsolute(cwd) || !MOVES.test(text)) return []
  const named = new Map<string, NamedByCommand>()
  /** null: not known, after a `cd` to what is not known */
  let folder: string | null = cwd
  let isFolder = false
  for (const [word] of text.matchAll(WORD)) {
    const place = placeOf(word, folder)
    if (isFolder) folder = place === null || place.isPattern ? null : place.at
    else if (place !== null) named.set(`${place.isPattern} ${place.at}`, place)
    isFolder = word === 'cd'
    if (named.size >= MAX_PATHS) break
  }
  return [...named.values()]
}

function placeOf(word: string, folder: string | null): NamedByCommand | null {
  if (word.startsWith('-') || UNKNOWN.test(word)) return null
  const isOfHome = word === '~' || word.startsWith('~/')
  const text = isOfHome ? asShellPattern(homedir()) + patternOf(word.slice(1)) : patternOf(word)
  const names = text.split('/')
  const first = names.findIndex(isShellPattern)
  const plain = plainOf((first === -1 ? names : names.slice(0, first)).join('/'))
  const isAbsolute = text.startsWith('/')
  if (!isAbsolute && folder === null) return null
  const base = path.resolve(isAbsolute ? '/' : (folder ?? '/'), isAbsolute ? `/${plain}` : plain)
  if (first === -1) return { at: base, isPattern: false }
  const rest = names.slice(first)
  if (rest.includes('..')) return null
  if (rest.length === 1 && ALL_FILES.test(rest[0] ?? '')) {
    return { at: path.join(base, '*'), isPattern: false }
  }
  return { at: path.join(asShellPattern(base), ...rest), isPattern: true }
}

/** A word as a pattern: what is quoted in it means itself. */
const patternOf = (word: string) =>
  word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, one?: string, other?: string) =>
    asShellPattern(one ?? other ?? ''),
  )

const plainOf = (pattern: string) => pattern.replaceAll(/\\(.)/gs, '$1')

/**
 * By which names a command can have moved or deleted a file of a watched folder: its own, those of the
 * folders around it within that one, and all files of its folder; hashes.
 */
export function namesOf(root: string, memoryPath: string): string[] {
  const names = [path.join(root, path.posix.dirname(memoryPath), '*')]
  for (let at = memoryPath; at !== '/'; at = path.posix.dirname(at)) names.push(path.join(root, at))
  return names.map(hashOf)
}
