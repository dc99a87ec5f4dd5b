import { lstat, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { repositoryOf } from '@/lib/text/git-folder'
import { type DiskReach, isInReach, locate, resolvedReach } from './disk-reach'
import { checkoutOf } from './git/checkout'
import { findRepository } from './git/find-repository'
import { gitFields } from './git/run-git'
import { listFolder, NotReadError } from './open-on-disk'
import { SourceError } from './source'

/** The facts of a path of this machine, before anything of it is read. */
export interface SourceLook {
  kind: 'folder' | 'file' | 'nothing'
  /** files in the folder, without what git keeps; `isMore`: there are more than were counted */
  files: number
  bytes: number
  isMore: boolean
  /** of the folder; null: it is in no repository, or not in one that can be asked in time */
  history: { commits: number; from: number | null; to: number | null } | null
  /** the folders in it or, if nothing is there, those beside it that begin like its name */
  folders: string[]
}

const MAX_COUNTED = 20_000
const MAX_FOLDERS = 200
/** Milliseconds; what is typed over is not waited for. */
const TIMEOUT = 10_000

const NOTHING: SourceLook = {
  kind: 'nothing',
  files: 0,
  bytes: 0,
  isMore: false,
  history: null,
  folders: [],
}

/** The folder in which looking begins: the first that may be read. */
export const firstFolder = ({ roots }: DiskReach): string => roots?.[0] ?? homedir()

/**
 * Looks at a path that a person types. What may not be read, or not be told in time, is left out;
 * throws only what the disk does not explain, and the signal's reason.
 */
export async function lookAtSource(
  location: string,
  reach: DiskReach,
  signal: AbortSignal,
): Promise<SourceLook> {
  if (!path.isAbsolute(location)) return NOTHING
  const own = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)])
  const orNull = <Value>(asked: Promise<Value>) =>
    asked.catch((error: unknown) => known(error, signal))
  const real = await orNull(locate(location, reach))
  if (real === null) {
    const beside = await orNull(locate(path.dirname(location), reach))
    if (beside === null) return NOTHING
    return { ...NOTHING, folders: (await orNull(foldersIn(beside, path.basename(location)))) ?? [] }
  }
  const found = await orNull(stat(real))
  if (!found?.isDirectory()) {
    return found?.isFile() ? { ...NOTHING, kind: 'file', files: 1, bytes: found.size } : NOTHING
  }
  const resolved = await resolvedReach(reach)
  const [counted, history, folders] = await Promise.all([
    countFiles(real, resolved, own),
    orNull(historyOf(real, resolved, own)),
    orNull(foldersIn(real, '')),
  ])
  return { kind: 'folder', ...counted, history, folders: folders ?? [] }
}

/** Null for what the disk, git or the time explains; rethrows everything else. */
function known(error: unknown, signal: AbortSignal): null {
  signal.throwIfAborted()
  if (error instanceof SourceError || error instanceof NotReadError) return null
  if (error instanceof Error && ('code' in error || error.name === 'TimeoutError')) return null
  throw error
}

async function foldersIn(folder: string, start: string): Promise<string[]> {
  const names: string[] = []
  for await (const entry of listFolder(folder)) {
    if (!entry.isDirectory() || repositoryOf(entry.name) !== null) continue
    if (entry.name.startsWith(start)) names.push(entry.name)
    if (names.length === MAX_FOLDERS) break
  }
  return names.toSorted()
}

async function countFiles(folder: string, reach: DiskReach, signal: AbortSignal) {
  const counted = { files: 0, bytes: 0, isMore: false }
  const open = [folder]
  let seen = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    try {
      for await (const entry of listFolder(next)) {
        if (signal.aborted || ++seen > MAX_COUNTED) return { ...counted, isMore: true }
        if (repositoryOf(entry.name) !== null) continue
        const at = path.join(next, entry.name)
        if (entry.isDirectory() && isInReach(at, reach)) open.push(at)
        if (!entry.isFile()) continue
        counted.files++
        counted.bytes += (await lstat(at)).size
      }
    } catch {
      // The plan says what cannot be read.
    }
  }
  return counted
}

async function historyOf(
  folder: string,
  reach: DiskReach,
  signal: AbortSignal,
): Promise<SourceLook['history']> {
  const repository = await findRepository(folder, reach, signal)
  const checkout = repository && (await checkoutOf(repository, signal))
  if (!repository || !checkout) return null
  const inside = path.relative(repository.root, folder).split(path.sep).join('/')
  // Newest first, as git walks; the same commits as the seeding reads.
  const args = ['log', '--first-parent', '-z', '--format=%ct', checkout.head, '--', inside || '.']
  let [commits, from, to]: [number, number | null, number | null] = [0, null, null]
  for await (const field of gitFields(checkout.history, args, signal)) {
    const at = Number(field.toString('latin1')) * 1000
    commits++
    to ??= at
    from = at
  }
  return commits === 0 ? null : { commits, from, to }
}
