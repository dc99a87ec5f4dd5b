import { NAMES_FILE, pathOfName } from '@/lib/text/safe-names'

/** The path of a memory that an archive's entry becomes; what is wrong with it the plan will say. */
export function archivePath(name: string): string {
  return `/${bare(name)}`
}

/** As `archivePath`, for an archive of ours whose names are escaped. */
export function unescapedPath(name: string): string {
  return pathOfName(bare(name))
}

/** Whether an entry says that the archive's names are escaped; it is no memory itself. */
export function isNamesFile(name: string): boolean {
  return bare(name) === NAMES_FILE
}

const bare = (name: string) => name.replace(/^(\.?\/+)+/, '')
