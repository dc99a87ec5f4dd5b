import path from 'node:path'
import type { DiskReach } from './disk-reach'
import { findRepository } from './git/find-repository'
import { gitFields } from './git/run-git'

/**
 * How many files of a folder differ from the last commit of the git repository in which it lies, by
 * the installed `git`, which changes nothing there. Null: it lies in none that may be looked at.
 * Links are resolved in `folder` and `reach`. Throws `SourceError`, and the signal's reason.
 */
export async function countUncommitted(
  folder: string,
  reach: DiskReach,
  signal: AbortSignal,
): Promise<number | null> {
  const repository = await findRepository(folder, reach, signal)
  if (repository === null) return null
  const inside = path.relative(repository.root, folder).split(path.sep).join('/')
  const asked = ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all']
  let count = 0
  for await (const field of gitFields(repository, [...asked, '--', inside || '.'], signal)) {
    if (field.length > 0) count++
  }
  return count
}
