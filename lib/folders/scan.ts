import path from 'node:path'
import { turn } from '@/lib/db'
import { isUtf8Text } from '@/lib/text/content'
import { comparePaths } from '@/lib/text/memory-path'
import { diskCode, type DiskPort, type DiskStat, type Listed } from './disk'
import { type LeftOut, type LeftReason, MAX_FILES, MAX_NAMED } from './model'
import {
  faultOfName,
  type Included,
  isCloudPlaceholder,
  isConflictCopy,
  OWN_PREFIX,
  pathOfFile,
} from './names'

/** A look at a whole folder: what stands there, without reading what is as it was. */

/** A file that may be a memory, as the disk tells of it. */
export interface SeenFile {
  /** of the memory */
  path: string
  /** the disk's spelling */
  name: string
  stat: DiskStat
}

export interface Seen {
  files: Map<string, SeenFile>
  /** by their paths, in the disk's spelling */
  folders: Map<string, { name: string; id: string }>
  left: LeftOut[]
  passedOver: { count: number; names: string[] }
  /** of which nothing is known, nor of what lies below */
  unread: string[]
  /** files that we put beside others */
  own: string[]
}

/** Refuses a folder with more files than one may have. */
export class TooManyFiles extends Error {
  override readonly name = 'TooManyFiles'
}

export interface Look {
  disk: DiskPort
  included: Included
  /** whether a folder is the server's own */
  isOwnData: (name: string) => boolean
  signal: AbortSignal
}

/** Looks at all that lies in a folder. Throws what the disk says of the folder itself, and `TooManyFiles`. */
export async function lookAt(look: Look): Promise<Seen> {
  const seen: Seen = {
    files: new Map(),
    folders: new Map(),
    left: [],
    passedOver: { count: 0, names: [] },
    unread: [],
    own: [],
  }
  await lookBelow(look, '', await look.disk.list(''), seen)
  return seen
}

const byBytes = (one: Listed, other: Listed) => comparePaths(one.name, other.name)

async function lookBelow(
  look: Look,
  folder: string,
  entries: readonly Listed[],
  seen: Seen,
): Promise<void> {
  for (const { name, stat } of [...entries].sort(byBytes)) {
    await turn(look.signal)
    await lookAtEntry(look, { name: `${folder}/${name}`, stat }, seen)
  }
}

async function lookAtEntry(look: Look, { name, stat }: Listed, seen: Seen): Promise<void> {
  const base = path.posix.basename(name)
  const kind = stat?.kind === 'folder' ? 'folder' : 'file'
  const leave = (reason: LeftReason, about = '') => {
    seen.left.push({ path: name, size: stat?.kind === 'file' ? stat.size : null, reason, about })
  }
  if (base.startsWith(OWN_PREFIX)) return void seen.own.push(name)
  if (isCloudPlaceholder(base)) return leave('cloud_placeholder')
  const known = pathOfFile(name)
  const asked = 'path' in known ? known.path : name
  if (look.included.isPassedOver(asked, kind)) return passOver(seen, name)
  if (!stat) return leave('bad_name', 'U+FFFD')
  if (stat.kind === 'link') return leave('link')
  if (stat.kind === 'other') return leave('not_regular_file')
  if ('problem' in known) return leave('bad_name', faultOfName(known.problem))
  if (stat.kind === 'folder') return lookInside(look, { path: known.path, name, stat }, seen)
  if (isConflictCopy(base)) return leave('conflict_copy')
  const same = seen.files.get(known.path)
  if (same) return leave('same_name', same.name)
  seen.files.set(known.path, { path: known.path, name, stat })
  if (seen.files.size > MAX_FILES) throw new TooManyFiles()
}

async function lookInside(
  look: Look,
  { path: at, name, stat }: SeenFile,
  seen: Seen,
): Promise<void> {
  if (look.isOwnData(name)) {
    return void seen.left.push({ path: name, size: null, reason: 'own_data', about: '' })
  }
  const entries = await look.disk.list(name).catch((error: unknown) => {
    const code = diskCode(error)
    if (code === null) throw error
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    seen.unread.push(at)
    seen.left.push({ path: name, size: null, reason: 'not_readable', about: '' })
    return null
  })
  if (!entries) return
  seen.folders.set(at, { name, id: stat.id })
  await lookBelow(look, name, entries, seen)
}

function passOver({ passedOver }: Seen, name: string): void {
  passedOver.count++
  if (passedOver.names.length < MAX_NAMED) passedOver.names.push(name)
}

/** Times of a file on a coarse clock may stay the same for so long, microseconds. */
const COARSE = 2_000_000

/**
 * What a row keeps of a file, by which it is known as it was: which file it is, then size and times, but
 * for those of one that was written just now, whose times may not show a later change.
 */
function stampOf(stat: DiskStat, readAt: number): string {
  const isFresh = Math.max(stat.changedAt, stat.modifiedAt) > readAt * 1000 - COARSE
  return isFresh ? writtenAs(stat) : `${writtenAs(stat)} ${stat.changedAt}`
}

/** Which file a stamp is of. */
export const idOfStamp = (stamp: string): string => stamp.split(' ', 1)[0] ?? ''

/** Which file it is, and when it was written last, whatever became of its name since. */
const writtenAs = ({ id, size, modifiedAt }: DiskStat) => `${id} ${size} ${modifiedAt}`

/** A file with what it holds. */
export interface DiskFile extends SeenFile {
  sha256: string
  stamp: string
}

export interface ReadFolder {
  files: Map<string, DiskFile>
  /** how many are as their rows have them */
  known: number
  /** paths of files that stand there and are no memory for now: changed while they were read, or never */
  unsettled: Set<string>
}

/**
 * Reads the files that are not as their rows have them; `most`: bytes of a memory. A row without a hash has
 * that of its file from here on.
 */
export async function readChanged(
  { disk, signal }: Pick<Look, 'disk' | 'signal'>,
  seen: Seen,
  rows: ReadonlyMap<string, { sha256: string; stamp: string }>,
  most: number,
): Promise<ReadFolder> {
  const folder: ReadFolder = { files: new Map(), known: 0, unsettled: new Set() }
  const bare = [...rows.values()].filter(({ sha256 }) => sha256 === '')
  const byFile = new Map(bare.map((row) => [row.stamp.split(' ', 3).join(' '), row]))
  for (const file of seen.files.values()) {
    const row = rows.get(file.path)
    if (row?.sha256 && row.stamp === `${writtenAs(file.stat)} ${file.stat.changedAt}`) {
      folder.files.set(file.path, { ...file, sha256: row.sha256, stamp: row.stamp })
      folder.known++
      await turn()
      continue
    }
    signal.throwIfAborted()
    await readOne(disk, file, most, seen, folder)
    const found = folder.files.get(file.path)
    // Wherever it was renamed to since.
    const redacted = found && byFile.get(writtenAs(found.stat))
    if (redacted) redacted.sha256 = found.sha256
    if (found && row?.stamp === found.stamp && row.sha256 === found.sha256) folder.known++
    await turn()
  }
  return folder
}

async function readOne(
  disk: DiskPort,
  file: SeenFile,
  most: number,
  { left }: Seen,
  { files, unsettled }: ReadFolder,
): Promise<void> {
  const readAt = Date.now()
  const read = await disk.read(file.name, most)
  const isText = read.kind === 'bytes' && isUtf8Text(read.bytes)
  if (isText) {
    const { sha256, stat } = read
    return void files.set(file.path, { ...file, stat, sha256, stamp: stampOf(stat, readAt) })
  }
  unsettled.add(file.path)
  if (read.kind === 'moving') return
  const reason = read.kind === 'bytes' ? 'not_text' : read.reason
  left.push({ path: file.name, size: file.stat.size, reason, about: '' })
}
