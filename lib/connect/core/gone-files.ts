import type { KnownFile } from './folder-files'
import { liesIn, type Walked } from './walk-folder'
import type { WatchedFolder } from './watched-folder'

/** So many files, and so large a part of all, do not go at once by chance. */
const SUSPICIOUS_FILES = 10
const SUSPICIOUS_PART = 0.3

/**
 * The part of the folder that was looked at: all of it, or these paths and what lies below them.
 */
export type Looked = 'all' | readonly string[]

/** Returns the known files that were not found where was looked. */
export async function goneFiles(
  { files: { known }, maybeYield }: WatchedFolder,
  { files, unread }: Walked,
  looked: Looked,
): Promise<Map<string, KnownFile>> {
  const gone = new Map<string, KnownFile>()
  const isUnread = liesIn(unread)
  const isLooked = looked === 'all' ? () => true : liesIn(looked)
  for (const [path, file] of known) {
    await maybeYield()
    if (!files.has(path) && !isUnread(path) && isLooked(path)) gone.set(path, file)
  }
  return gone
}

/** Watching tells of a folder that moved in parts: a file is known again where both are looked at. */
export async function isPartOfMove(
  { files: { known }, maybeYield }: WatchedFolder,
  { files }: Walked,
  gone: ReadonlyMap<string, KnownFile>,
): Promise<boolean> {
  if (gone.size >= SUSPICIOUS_FILES) return true
  let fresh = 0
  for (const path of files.keys()) {
    await maybeYield()
    if (!known.has(path)) fresh++
    if (fresh >= SUSPICIOUS_FILES) return true
  }
  return false
}

/** Returns whether too many of a folder's `count` files went at once. */
export const areManyGone = (gone: ReadonlyMap<string, KnownFile>, count: number) =>
  gone.size >= SUSPICIOUS_FILES && gone.size >= count * SUSPICIOUS_PART

/**
 * Finds the path that a new file had: of the same file, or of one with the same content. Each is found
 * once, and counts as gone no more.
 */
export function formerPaths(gone: Map<string, KnownFile>): (file: KnownFile) => string | null {
  const byId = new Map<string, string[]>()
  const byContent = new Map<string, string[]>()
  for (const [path, { fileId, sha256 }] of gone) {
    byId.set(fileId, [...(byId.get(fileId) ?? []), path])
    byContent.set(sha256, [...(byContent.get(sha256) ?? []), path])
  }
  return ({ fileId, sha256 }) => {
    const candidates = [...(byId.get(fileId) ?? []), ...(byContent.get(sha256) ?? [])]
    const former = candidates.find((path) => gone.has(path)) ?? null
    if (former !== null) gone.delete(former)
    return former
  }
}
