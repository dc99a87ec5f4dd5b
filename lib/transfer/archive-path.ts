import { repositoryOf } from '@/lib/text/git-folder'
import { NAMES_FILE, pathOfName } from '@/lib/text/safe-names'

/** The memory path for an archive entry; the plan reports what is wrong with it. */
export function archivePath(name: string): string {
  return `/${bare(name)}`
}

/** Like `archivePath`, for archives we exported with escaped names. */
export function unescapedPath(name: string): string {
  return pathOfName(bare(name))
}

/** Returns whether the entry only marks the archive's names as escaped, and is not a memory. */
export function isNamesFile(name: string): boolean {
  return bare(name) === NAMES_FILE
}

/** The folder of an archive in whose `.git` an entry lies; null: in none. `archive`: its name. */
export function repositoryIn(archive: string, name: string): string | null {
  const repository = repositoryOf(bare(name))
  return repository === '' ? archive : repository
}

const bare = (name: string) => name.replace(/^(\.?\/+)+/, '')
