import { NAMES_FILE, pathOfName } from '@/lib/text/safe-names'

/** The memory path for an archive entry; the plan reports what is wrong with it. */
export function archivePath(name: string): string {
  return `/${bare(name)}`
}

/** Like `archivePath`, for archives we exported with escaped names. */
export function unescapedPath(name: string): string {
  return pathOfName(bare(name))
}

/** Whether the entry only marks the archive's names as escaped; it is not a memory. */
export function isNamesFile(name: string): boolean {
  return bare(name) === NAMES_FILE
}

/**
 * Whether it belongs to a git repository and not to its files: what git keeps is never a memory. (An
 * export of ours escapes the name of a memory that is called so.)
 */
export function isGits(name: string): boolean {
  return name.split('/').includes('.git')
}

const bare = (name: string) => name.replace(/^(\.?\/+)+/, '')
