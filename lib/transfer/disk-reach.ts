import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { settings } from '@/lib/settings'
import { FolderNotAllowedError, SourceError } from './source'

/** What of this machine's disk a source may be read from. */
export interface DiskReach {
  /** folders, absolute; null: whatever this process may read */
  roots: readonly string[] | null
  /** folders that are never read, also where they lie in a root */
  closed: readonly string[]
}

/** For the command line: whoever starts it by hand may read what they may read. */
export const WHOLE_DISK: DiskReach = { roots: null, closed: [] }

/** For whoever asks the server to read its disk: `SEED_ROOTS`, and never the server's own data. */
export function serverReach(): DiskReach {
  const { seedRoots, dataDir } = settings()
  return { roots: seedRoots, closed: [dataDir] }
}

/** Whether a path is a folder or lies in it; both absolute, without links. */
function isWithin(location: string, folder: string): boolean {
  return location === folder || location.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** A reach whose folders are named as they are without links, so that real paths can be held against them. */
export async function resolvedReach({ roots, closed }: DiskReach): Promise<DiskReach> {
  return { roots: roots && (await withoutLinks(roots)), closed: await withoutLinks(closed) }
}

const withoutLinks = (folders: readonly string[]) =>
  Promise.all(folders.map((folder) => realpath(folder).catch(() => path.resolve(folder))))

/** Whether something may be read; its path and the folders of `reach` are without links. */
export function isInReach(location: string, { roots, closed }: DiskReach): boolean {
  if (closed.some((folder) => isWithin(location, folder))) return false
  return roots === null || roots.some((root) => isWithin(location, root))
}

/**
 * Where something that a person named really lies, without links. Throws `FolderNotAllowedError`
 * where that is out of reach, before it says whether there is anything; `SourceError` where there is
 * nothing.
 */
export async function locate(location: string, reach: DiskReach): Promise<string> {
  const named = path.resolve(location)
  const refused = () => new FolderNotAllowedError(named, reach.roots ?? [])
  const resolved = await resolvedReach(reach)
  const asNamed = { roots: reach.roots && [...reach.roots, ...(resolved.roots ?? [])], closed: [] }
  if (!isInReach(named, asNamed)) throw refused()
  const real = await realpath(named).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new SourceError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `There is nothing at ${named}.`
        : `${named} cannot be read (${code}).`,
    )
  })
  if (!isInReach(real, resolved)) throw refused()
  return real
}
