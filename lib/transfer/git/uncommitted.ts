import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { filesBelow } from '../folder-source'
import type { SourceChange } from '../source'
import { ancestorPaths } from '@/lib/text/memory-path'
import type { DiskReach } from '../disk-reach'
import type { Checkout } from './checkout'
import { gitFields } from './run-git'

export interface WorkFolder {
  checkout: Checkout
  /** links resolved */
  folder: string
  /** the folder's path in the repository; '' for the repository itself */
  inside: string
  reach: DiskReach
}

/**
 * Yields the folder's differences from the last commit: changed, new and deleted files. Ignored
 * files are not among them.
 */
export async function* uncommitted(
  { checkout, folder, inside, reach }: WorkFolder,
  signal: AbortSignal,
): AsyncGenerator<SourceChange> {
  const committed = await committedBlobs(checkout, inside, signal)
  const ofInterest = await trackedOrNew(checkout, inside, signal)
  const missing = new Set(committed.keys())
  for (const path of await leftOutOfCheckout(checkout, inside, signal)) missing.delete(path)
  const unread = new Set<string>()
  for await (const file of filesBelow(folder, reach, signal)) {
    missing.delete(file.path)
    if (file.op === 'skip') unread.add(file.path)
    const blob = committed.get(file.path)
    if (!ofInterest.has(file.path)) continue
    if (file.op === 'skip' ? blob === undefined : !isSameContent(file, blob)) yield file
  }
  for (const path of missing) {
    // Files in an unreadable folder may well still exist.
    if (!ancestorPaths(path).some((above) => unread.has(above))) yield { op: 'delete', path }
  }
}

function isSameContent(file: SourceChange, blob: string | undefined): boolean {
  return blob !== undefined && 'bytes' in file && file.bytes !== null && isBlob(blob, file.bytes)
}

function pathInside(name: string, inside: string): string {
  return name.slice(inside.length).replace(/^(?!\/)/, '/')
}

async function committedBlobs(
  checkout: Checkout,
  inside: string,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const blobs = new Map<string, string>()
  // `<mode> <type> <id>\t<path>`
  const args = ['ls-tree', '-r', '-z', '--full-tree', checkout.head, '--', inside || '.']
  for await (const field of gitFields(checkout, args, signal)) {
    const text = field.toString('utf8')
    const tab = text.indexOf('\t')
    const [mode = '', , id = ''] = text.slice(0, tab).split(' ')
    if (!mode.startsWith('100')) continue
    blobs.set(pathInside(text.slice(tab + 1), inside), id)
  }
  return blobs
}

/** Files left out of a sparse checkout: not on disk, and not deleted either. */
async function leftOutOfCheckout(
  checkout: Checkout,
  inside: string,
  signal: AbortSignal,
): Promise<Set<string>> {
  const paths = new Set<string>()
  const args = ['ls-files', '-z', '-t', '--cached', '--', inside || '.']
  for await (const field of gitFields(checkout, args, signal)) {
    const text = field.toString('utf8')
    if (text.startsWith('S ')) paths.add(pathInside(text.slice(2), inside))
  }
  return paths
}

async function trackedOrNew(
  checkout: Checkout,
  inside: string,
  signal: AbortSignal,
): Promise<Set<string>> {
  const paths = new Set<string>()
  for await (const field of listedFiles(checkout, ['--cached', '--others'], inside, signal)) {
    paths.add(pathInside(field.toString('utf8'), inside))
  }
  return paths
}

/**
 * The names of files that are in the index (`--cached`), or that are neither there nor ignored
 * (`--others`), below a folder of the repository, '' for all of it.
 */
export async function* listedFiles(
  checkout: Checkout,
  kinds: readonly ('--cached' | '--others')[],
  inside: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const { excludes } = checkout
  const hasOwn = await lstat(excludes).then(
    (found) => found.isFile(),
    () => false,
  )
  const ignored = ['--exclude-standard', ...(hasOwn ? [`--exclude-from=${excludes}`] : [])]
  const args = ['ls-files', '-z', ...kinds, ...ignored, '--', inside || '.']
  yield* gitFields(checkout, args, signal)
}

/** Also compares with the line endings git stores, which the checkout may have converted. */
function isBlob(id: string, bytes: Buffer): boolean {
  const algorithm = id.length === 64 ? 'sha256' : 'sha1'
  const idOf = (content: Buffer) =>
    createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex')
  const unix = () => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  return idOf(bytes) === id || idOf(unix()) === id
}
