import { isUtf8 } from 'node:buffer'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { BlobReader } from './git/blob-reader'
import { type CommitChange, commitsOf } from './git/git-log'
import { git, GitError } from './git/run-git'
import { uncommitted } from './git/uncommitted'
import { MAX_FILE_BYTES, TOO_LARGE_TO_READ } from './limits'
import type { Source, SourceChange, SourceMoment } from './source'

/**
 * A folder of a git repository with its history: the commits of the first-parent line that touch
 * it, each with its committer's time and its author. Null where git has no history of it. Reads with
 * the `git` that is installed.
 */
export async function gitSource(folder: string): Promise<Source | null> {
  const asked = await realpath(folder)
  const root = await repositoryOf(asked)
  if (root === null) return null
  const inside = path.relative(root, asked).split(path.sep).join('/')
  if (!(await hasCommits(root, inside))) return null
  return {
    label: `git:${root}#${inside}`,
    kind: 'history',
    moments: () => moments(root, inside),
    leftOut: () => uncommitted(root, asked, inside),
  }
}

async function repositoryOf(folder: string): Promise<string | null> {
  return git(folder, ['rev-parse', '--show-toplevel']).catch((error: unknown) => {
    if (!(error instanceof GitError)) throw error
    if (error.isMissing || /not a git repository/i.test(error.said)) return null
    throw error
  })
}

async function hasCommits(root: string, inside: string): Promise<boolean> {
  const head = await git(root, ['rev-parse', '--verify', '--quiet', 'HEAD']).catch(() => '')
  if (head === '') return false
  return (await git(root, ['rev-list', '-1', 'HEAD', '--', inside || '.'])) !== ''
}

async function* moments(root: string, inside: string): AsyncGenerator<SourceMoment> {
  const blobs = new BlobReader(root)
  try {
    for await (const commit of commitsOf(root, inside)) {
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
  const skipped = (reason: string): SourceChange => ({ op: 'skip', path, reason })
  const isRename = change.status === 'R'
  const gone: SourceChange[] = isRename ? [{ op: 'delete', path: from }] : []
  if (!isUtf8(change.path)) return [...gone, skipped('bad path: its name is not UTF-8')]
  if (!change.mode.startsWith('100')) {
    // A file that has become a link is no longer there as a file.
    const turned: SourceChange[] = change.status === 'T' ? [{ op: 'delete', path }] : gone
    return [...turned, skipped('not a regular file')]
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
