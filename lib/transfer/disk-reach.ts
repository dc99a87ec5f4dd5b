import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { settings } from '@/lib/settings'
import { FolderNotAllowedError, SourceError } from './source'

/** The part of this machine's disk that a source may be read from. */
export interface DiskReach {
  /** absolute folders; null: whatever this process may read */
  roots: readonly string[] | null
  /** folders that are never read, even inside a root */
  closed: readonly string[]
}

/** For the command line, which may read whatever its user may. */
export const WHOLE_DISK: DiskReach = { roots: null, closed: [] }

/** For requests that make the server read its disk: `SEED_ROOTS`, never the server's own data. */
export function serverReach(): DiskReach {
  const { seedRoots, dataDir } = settings()
  return { roots: seedRoots, closed: [dataDir] }
}

/** Returns whether a path is a folder or lies in it; both absolute, with links resolved. */
function isWithin(location: string, folder: string): boolean {
  return location === folder || location.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** Resolves the links of the folders, so that real paths can be compared with them. */
export async function resolvedReach({ roots, closed }: DiskReach): Promise<DiskReach> {
  return { roots: roots && (await withoutLinks(roots)), closed: await withoutLinks(closed) }
}

const withoutLinks = (folders: readonly string[]) =>
  Promise.all(folders.map((folder) => realpath(folder).catch(() => path.resolve(folder))))

/**
 * Returns whether a location may be read; links are resolved in it and in the folders of `reach`.
 */
export function isInReach(location: string, { roots, closed }: DiskReach): boolean {
  if (closed.some((folder) => isWithin(location, folder))) return false
  return roots === null || roots.some((root) => isWithin(location, root))
}

/**
 * Resolves the links of a path that a person named. Throws `FolderNotAllowedError` if it is out of
 * reach, without revealing whether it exists; `SourceError` if nothing is there.
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
        ? { code: 'nothing_there', path: named }
        : { code: 'unreadable', path: named, errno: code },
    )
  })
  if (!isInReach(real, resolved)) throw refused()
  return real
}
