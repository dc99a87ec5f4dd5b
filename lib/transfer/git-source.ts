import { isUtf8 } from 'node:buffer'
import path from 'node:path'
import type { DiskReach } from './disk-reach'
import { BlobReader } from './git/blob-reader'
import { type Checkout, checkoutOf } from './git/checkout'
import { findRepository } from './git/find-repository'
import { type CommitChange, commitsOf } from './git/git-log'
import { git } from './git/run-git'
import { uncommitted, type WorkFolder } from './git/uncommitted'
import { MAX_FILE_BYTES, TOO_LARGE_TO_READ } from './limits'
import { inMoments, type Source, type SourceChange, type SourceMoment } from './source'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/**
 * A folder of a git repository with its history: the first-parent commits that touch it, each with
 * its committer's time and its author. Null if git has no history of it. Uses the installed `git`.
 * `withUncommitted`: what the folder holds beyond the last commit is added as its newest state;
 * otherwise it is listed as left out. Throws `SourceError`. Links are resolved in `folder` and
 * `reach`.
 */
export async function gitSource(
  folder: string,
  { reach, withUncommitted }: { reach: DiskReach; withUncommitted: boolean },
  signal: AbortSignal,
): Promise<Source | null> {
  const repository = await findRepository(folder, reach, signal)
  if (repository === null) return null
  const { root } = repository
  const inside = path.relative(root, folder).split(path.sep).join('/')
  const checkout = await checkoutOf(repository, signal)
  if (checkout === null || !(await hasCommits(checkout, inside, signal))) return null
  const work: WorkFolder = { checkout, folder, inside, reach }
  return {
    label: `git:${root}#${inside}`,
    kind: 'history',
    moments: withUncommitted
      ? (ownSignal) => withNewest(work, ownSignal)
      : (ownSignal) => moments(work, ownSignal),
    ...(withUncommitted ? {} : { leftOut: (ownSignal) => notCommitted(work, ownSignal) }),
  }
}

async function* withNewest(work: WorkFolder, signal: AbortSignal): AsyncGenerator<SourceMoment> {
  yield* moments(work, signal)
  yield* inMoments(uncommitted(work, signal))
}

async function* notCommitted(work: WorkFolder, signal: AbortSignal) {
  for await (const { op, path } of uncommitted(work, signal)) {
    const code = op === 'delete' ? 'deletion_not_committed' : 'not_committed'
    yield { path, reason: { code } } as const
  }
}

async function hasCommits(
  checkout: Checkout,
  inside: string,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = ['rev-list', '-1', checkout.head, '--', inside || '.']
  return (await git(checkout.history, asked, signal)) !== ''
}

async function* moments(
  { checkout, inside }: WorkFolder,
  signal: AbortSignal,
): AsyncGenerator<SourceMoment> {
  const blobs = new BlobReader(checkout, signal)
  try {
    for await (const commit of commitsOf(checkout, inside, signal)) {
      const changes: SourceChange[] = []
      for (const change of commit.changes) {
        changes.push(...(await changesOf(change, inside, blobs)))
      }
      yield {
        at: commit.time * 1000,
        reference: commit.id,
        message: commit.message,
        author: commit.author,
        actor: null,
        sessionId: null,
        toolUseId: null,
        batchKind: 'history',
        changes,
      }
    }
  } finally {
    blobs.close()
  }
}

async function changesOf(
  change: CommitChange,
  inside: string,
  blobs: BlobReader,
): Promise<SourceChange[]> {
  const from = memoryPath(change.from, inside)
  const path = memoryPath(change.path, inside)
  if (change.status === 'D') return [{ op: 'delete', path }]
  const skipped = (reason: SeedReason): SourceChange => ({ op: 'skip', path, reason })
  const isRename = change.status === 'R'
  const gone: SourceChange[] = isRename ? [{ op: 'delete', path: from }] : []
  if (!isUtf8(change.path)) return [...gone, skipped({ code: 'name_not_utf8' })]
  if (!change.mode.startsWith('100')) {
    // A file that became a link is gone as a file.
    const turned: SourceChange[] = change.status === 'T' ? [{ op: 'delete', path }] : gone
    return [...turned, skipped({ code: 'not_regular_file' })]
  }
  const bytes = await blobs.read(change.blob, MAX_FILE_BYTES)
  if (!bytes) {
    const moved: SourceChange[] = isRename ? [{ op: 'rename', from, path, bytes: null }] : []
    return [...moved, skipped(TOO_LARGE_TO_READ)]
  }
  return [isRename ? { op: 'rename', from, path, bytes } : { op: 'write', path, bytes }]
}

function memoryPath(name: Buffer, inside: string): string {
  const text = name.toString('utf8')
  return inside === '' ? `/${text}` : text.slice(inside.length)
}
