import { homedir } from 'node:os'
import path from 'node:path'
import { hashOf } from './hash-of'

/** Commands of a shell that move or delete files. */
const MOVES = /(?:^|[\s;|&(/])(?:mv|rm|rmdir|unlink|trash|rename)\s/

/** Words of a command: quoted, or with single characters escaped. */
const WORD = /(?:'[^']*'|"[^"]*"|\\.|[^\s;|&()<>'"\\])+/g

/** A word that the shell replaces by what is not known here. */
const UNKNOWN = /[$`]/

/** Patterns of which that holds too, but for those of all files of a folder. */
const PATTERN = /[*?[{]/
const ALL_FILES = /(?:^|\/)\*(?:\.md)?$/

/** Of one command. */
const MAX_PATHS = 50
const MAX_COMMAND_LENGTH = 10_000

/**
 * The absolute paths that a command of a shell names, if it moves or deletes files; all files of
 * a folder are named as `folder/*`. `cwd`: where it began.
 */
export function pathsMovedBy(command: string, cwd: string): string[] {
  const text = command.slice(0, MAX_COMMAND_LENGTH)
  if (!path.isAbsolute(cwd) || !MOVES.test(text)) return []
  const named = new Set<string>()
  let folder = cwd
  let isFolder = false
  for (const [word] of text.matchAll(WORD)) {
    const at = placeOf(word, folder)
    if (isFolder && at !== null) folder = at
    else if (at !== null) named.add(at)
    isFolder = word === 'cd'
    if (named.size >= MAX_PATHS) break
  }
  return [...named]
}

function placeOf(word: string, folder: string): string | null {
  if (word.startsWith('-') || UNKNOWN.test(word)) return null
  const isAll = ALL_FILES.test(word)
  const names = isAll ? word.replace(ALL_FILES, '/*') : word
  if (PATTERN.test(isAll ? names.slice(0, -1) : names)) return null
  const home = names === '~' || names.startsWith('~/') ? homedir() + names.slice(1) : names
  const plain = home.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3')
  return path.resolve(folder, word.startsWith('*') ? '*' : plain)
}

/**
 * By which names a command can have moved or deleted a file of a watched folder: its own, those of the
 * folders around it within that one, and all files of its folder; hashes.
 */
export function namesOf(root: string, memoryPath: string): string[] {
  const names = [path.join(root, path.posix.dirname(memoryPath), '*')]
  for (let at = memoryPath; at !== '/'; at = path.posix.dirname(at)) names.push(path.join(root, at))
  return names.map(hashOf)
}
