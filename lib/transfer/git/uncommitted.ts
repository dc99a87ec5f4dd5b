import { createHash } from 'node:crypto'
import { filesBelow } from '../folder-source'
import type { DiskReach } from '../disk-reach'
import { gitFields, type Repository } from './run-git'

export interface WorkFolder {
  repository: Repository
  /** without links */
  folder: string
  /** where in the repository the folder lies; '' for the repository itself */
  inside: string
  reach: DiskReach
}

/**
 * Files of the folder that are not as the last commit has them, so that nobody believes that they
 * were taken. What git is told to ignore is not among them.
 */
export async function* uncommitted(
  { repository, folder, inside, reach }: WorkFolder,
  signal: AbortSignal,
): AsyncGenerator<{ path: string; reason: string }> {
  const committed = await committedBlobs(repository, inside, signal)
  const ofInterest = await trackedOrNew(repository, inside, signal)
  for await (const file of filesBelow(folder, reach, signal)) {
    if (!ofInterest.has(file.path)) continue
    const blob = committed.get(file.path)
    if (blob === undefined) {
      yield { path: file.path, reason: 'not committed; --no-history takes the files as they are' }
    } else if (file.op === 'write' && !isBlob(blob, file.bytes)) {
      yield {
        path: file.path,
        reason: 'changed since the last commit; --no-history takes the files as they are',
      }
    }
  }
}

async function committedBlobs(
  repository: Repository,
  inside: string,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const blobs = new Map<string, string>()
  // `<mode> <type> <id>\t<path>`
  const args = ['ls-tree', '-r', '-z', '--full-tree', 'HEAD', '--', inside || '.']
  for await (const field of gitFields(repository, args, signal)) {
    const text = field.toString('utf8')
    const tab = text.indexOf('\t')
    const [, , id = ''] = text.slice(0, tab).split(' ')
    blobs.set(text.slice(tab + 1 + inside.length).replace(/^(?!\/)/, '/'), id)
  }
  return blobs
}

async function trackedOrNew(
  repository: Repository,
  inside: string,
  signal: AbortSignal,
): Promise<Set<string>> {
  const paths = new Set<string>()
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', inside || '.']
  for await (const field of gitFields(repository, args, signal)) {
    paths.add(
      field
        .toString('utf8')
        .slice(inside.length)
        .replace(/^(?!\/)/, '/'),
    )
  }
  return paths
}

/** Also with its line ends as git keeps them, where it was checked out with others. */
function isBlob(id: string, bytes: Buffer): boolean {
  const algorithm = id.length === 64 ? 'sha256' : 'sha1'
  const idOf = (content: Buffer) =>
    createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex')
  const unix = () => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  return idOf(bytes) === id || idOf(unix()) === id
}
