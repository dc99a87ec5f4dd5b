/** Begins the name of every file that we put beside a watched one. */
export const OWN_PREFIX = '.palimpsest-'

/**
 * Returns whether a file or folder is no memory by its name: hidden ones, files that editors and
 * agents write before they rename them, installed packages.
 */
export function isIgnoredName(name: string): boolean {
  return (
    name.startsWith('.') ||
    name.startsWith('~$') ||
    name === 'node_modules' ||
    name.endsWith('.swp') ||
    name.includes('.tmp.')
  )
}

/** Returns whether a memory's path leads through an ignored name. */
export function isIgnoredPath(path: string): boolean {
  return path.split('/').some((name) => name !== '' && isIgnoredName(name))
}

/** A file that a cloud drive has put aside: `.name.icloud`. */
export const isCloudPlaceholder = (name: string) => /^\..+\.icloud$/.test(name)

/** A copy that a service for syncing made because two machines wrote at once. */
export const isConflictCopy = (name: string) => /conflicted copy|\.sync-conflict-\d{8}/i.test(name)
