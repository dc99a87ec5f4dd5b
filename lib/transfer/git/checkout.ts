import path from 'node:path'
import type { Repository } from './find-repository'
import { ownGitFolder } from './own-git-folder'
import { git, type GitPlace, GitError } from './run-git'

/**
 * A repository at its last commit. Git reads its objects and its index through a git folder of ours:
 * none of the repository's settings, which may name programs to run for a filter, a hook or a missing
 * object, is seen, whenever they change.
 */
export interface Checkout extends GitPlace {
  /** the last commit's id */
  head: string
  /** the repository's own list of ignored names; it may be missing */
  excludes: string
  /** the same repository to commands that walk its history; `git diff` fails in it */
  history: GitPlace
}

/**
 * Null: it has no commit yet. Only here git reads the repository's settings, for what they say of
 * where its branches are kept; `rev-parse` runs no program. Throws `GitError`.
 */
export async function checkoutOf(
  { root, gitDir, commonDir }: Repository,
  signal: AbortSignal,
): Promise<Checkout | null> {
  const asked = ['rev-parse', '--verify', '--quiet', 'HEAD']
  const head = await git({ root, gitDir }, asked, signal).catch((error: unknown) => {
    if (error instanceof GitError && !error.isMissing && error.errorOutput === '') return ''
    throw error
  })
  if (head === '') return null
  const place: GitPlace = {
    root,
    gitDir: await ownGitFolder(head.length === 64 ? 'sha256' : 'sha1'),
    objects: path.join(commonDir, 'objects'),
    index: path.join(gitDir, 'index'),
  }
  return {
    ...place,
    head,
    excludes: path.join(commonDir, 'info/exclude'),
    history: { ...place, shallow: path.join(commonDir, 'shallow') },
  }
}
