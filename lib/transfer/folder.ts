import { constants, type Dirent, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { openedFile, turn } from '@/lib/db'
import { Refusal } from '@/lib/refusal'
import { settings } from '@/lib/settings'
import { MAX_PATH_SEGMENTS } from '@/lib/text/memory-path'
import { isPassedOverOnDisk, NAMES_FILE, pathOfName } from '@/lib/text/safe-names'
import { Gathering, type LeftReason, MAX_FILE_BYTES, refuseSource, type Source } from './source'

/** A long name of an export of ours continues in folders (lib/text/safe-names). */
const MAX_DEPTH = MAX_PATH_SEGMENTS + 5

/**
 * All files below a folder, given by its real path. Links are listed and not followed, `.git` is
 * never looked into. Refuses `source_too_large`, `not_a_source`; ends with the signal's reason.
 */
export async function readFolder(root: string, signal: AbortSignal): Promise<Source> {
  const files = new Gathering()
  const entries = await readdir(root, { withFileTypes: true }).catch(() =>
    refuseSource('not_readable', root),
  )
  const areEscaped = entries.some((entry) => entry.name === NAMES_FILE && entry.isFile())
  const pathOf = areEscaped ? pathOfName : (name: string) => `/${name}`
  await readBelow({ root, files, pathOf, signal }, '', entries, 1)
  return files.source(root)
}

interface Walk {
  root: string
  files: Gathering
  pathOf: (name: string) => string
  signal: AbortSignal
}

async function readBelow(
  walk: Walk,
  folder: string,
  entries: Dirent[],
  depth: number,
): Promise<void> {
  const { root, files, pathOf, signal } = walk
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const entry of entries) {
    signal.throwIfAborted()
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    const place = path.join(root, name)
    if (isPassedOverOnDisk(entry.name)) files.passOver(name)
    else if (name === NAMES_FILE) continue
    else if (entry.isDirectory()) await readInside(walk, name, depth)
    else if (entry.isFile()) {
      const bytes = await bytesOf(place)
      if (typeof bytes === 'string') files.leave(pathOf(name), bytes)
      else files.take(pathOf(name), bytes)
      await turn()
    } else files.leave(pathOf(name), entry.isSymbolicLink() ? 'link' : 'not_regular_file')
  }
}

async function readInside(walk: Walk, name: string, depth: number): Promise<void> {
  const place = path.join(walk.root, name)
  const reason = depth >= MAX_DEPTH ? 'too_deep' : (await isOwnData(place)) ? 'own_data' : null
  const inside = reason ? null : await readdir(place, { withFileTypes: true }).catch(() => null)
  if (inside) await readBelow(walk, name, inside, depth + 1)
  else walk.files.leave(walk.pathOf(name), reason ?? 'not_readable')
}

/**
 * The bytes of a regular file, or why there are none. What changes while it is read is read once
 * more. A pipe is not waited for, and a folder that turned into a link meanwhile is not followed.
 */
export async function bytesOf(file: string, most = MAX_FILE_BYTES): Promise<Buffer | LeftReason> {
  if (await isOwnData(file)) return 'own_data'
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  await using handle = await open(file, flags).catch(() => null)
  if (!handle) return 'not_readable'
  try {
    if ((await realpath(file)) !== file) return 'changed_while_read'
    const first = await readWhole(handle, most)
    return first === 'changed_while_read' ? await readWhole(handle, most) : first
  } catch {
    return 'not_readable'
  }
}

async function readWhole(handle: FileHandle, most: number): Promise<Buffer | LeftReason> {
  const before = await handle.stat()
  if (!before.isFile()) return 'not_regular_file'
  if (before.size > most) return 'too_large'
  const bytes = Buffer.alloc(before.size + 1)
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
  const isWhole = bytesRead === before.size && isSame(before, await handle.stat())
  return isWhole ? bytes.subarray(0, bytesRead) : 'changed_while_read'
}

const isSame = (one: Stats, other: Stats) =>
  one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs

/** Returns whether a path is a folder or lies in it; both absolute, without links. */
export const isIn = (folder: string, place: string): boolean =>
  place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)

/** Where a path really lies; as it is named where nothing is there. */
export const realOf = (folder: string) => realpath(folder).catch(() => path.resolve(folder))

/**
 * Returns whether a real path is the server's own data, which is never read. Also not the database
 * where it lies elsewhere: closing its file would take SQLite's locks away (lib/db/in-a-process.ts).
 */
async function isOwnData(place: string): Promise<boolean> {
  const file = openedFile()
  if (file !== null && place.startsWith(await realOf(file))) return true
  return isIn(await realOf(settings().dataDir), place)
}

/** The folder of the git repository in which a folder lies; null: it lies in none. */
export async function repositoryAbove(folder: string): Promise<string | null> {
  const git = await lstat(path.join(/* turbopackIgnore: true */ folder, '.git')).catch(() => null)
  const above = path.dirname(folder)
  return git ? folder : above === folder ? null : repositoryAbove(above)
}

/** A path that may begin with `~`, its user's home. */
export const fromHome = (named: string): string =>
  /^~(?=[/\\]|$)/.test(named) ? path.join(homedir(), named.slice(1)) : named

/**
 * The real path of a place on this machine's disk, which lies in a folder of `SEED_ROOTS` and not in
 * the data folder. Refuses `folder_not_allowed`, whether anything is there or not; `not_a_source`.
 */
export async function reachable(named: string): Promise<string> {
  if (/^\w+:\/\//.test(named)) refuseSource('elsewhere', named)
  const place = path.resolve(fromHome(named))
  const { seedRoots } = settings()
  const roots = await Promise.all(seedRoots.map(realOf))
  const real = await realpath(place).catch(() => null)
  const isNamed = [...seedRoots, ...roots].some((root) => isIn(root, place))
  const isInside = real === null || roots.some((root) => isIn(root, real))
  if (!isNamed || !isInside || (real !== null && (await isOwnData(real)))) {
    const names = seedRoots.join(', ')
    throw new Refusal(
      'folder_not_allowed',
      `${place} is in no folder that this server may read: ${names} (never its own data). SEED_ROOTS names others.`,
      { path: place, roots: names, setting: 'SEED_ROOTS' },
    )
  }
  return real ?? refuseSource('nothing_there', place)
}
