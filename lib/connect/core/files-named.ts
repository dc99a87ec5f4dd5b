import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { foldersOfStores, pathsBeginningWith, type FolderOfStore } from '../sql/named-files'
import type { NamedByCommand } from './moved-by-command'
import { plainBeginningOf, shellPattern } from './shell-pattern'

/** Paths of a store that one pattern is compared with, and files that it is taken to name. */
const MAX_COMPARED = 5_000
const MAX_NAMED = 200

/**
 * The files that a command names, of a pattern those of watched folders: those that are there, and
 * those that were, since the command may have deleted them before it was told of. What a pattern
 * names beyond a bound is not known.
 */
export async function filesNamed(
  db: Pick<Database, 'read'>,
  named: readonly NamedByCommand[],
): Promise<string[]> {
  const files = named.flatMap(({ at, isPattern }) => (isPattern ? [] : at))
  const patterns = named.flatMap(({ at, isPattern }) => (isPattern ? at : []))
  if (patterns.length === 0) return files
  for (const folder of await foldersOfStores(db.read)) {
    for (const pattern of patterns) files.push(...(await filesIn(db, folder, pattern)))
  }
  return files
}

async function filesIn(
  db: Pick<Database, 'read'>,
  { storeKey, location }: FolderOfStore,
  pattern: string,
): Promise<string[]> {
  const isNamed = shellPattern(pattern)
  const beginning = beginningWithin(location, plainBeginningOf(pattern))
  if (!isNamed || beginning === null) return []
  const asked = { storeKey, beginning, limit: MAX_COMPARED }
  const paths = await pathsBeginningWith(db.read, asked)
  const files = paths.map((each) => path.join(location, each))
  return files.filter(isNamed).slice(0, MAX_NAMED)
}

/**
 * Returns the beginning of those paths in a folder whose files begin so; null: none of them does.
 */
function beginningWithin(location: string, beginning: string): string | null {
  if (location.startsWith(beginning)) return '/'
  return beginning.startsWith(`${location}/`) ? beginning.slice(location.length) : null
}
