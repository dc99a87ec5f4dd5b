import path from 'node:path'
import type { DiskReach } from './disk-reach'
import { checkoutOf } from './git/checkout'
import { findRepository } from './git/find-repository'
import { gitFields } from './git/run-git'
import { listedFiles } from './git/uncommitted'

/**
 * Counts the files of a folder that differ from the last commit of the git repository in which it
 * lies. Uses the installed `git`, which changes nothing there and runs no program that the
 * repository names: a file that a filter would change counts as it lies on the disk. Null if there
 * is no commit that may be looked at. Links are resolved in `folder` and `reach`. Throws
 * `SourceError`, and the signal's reason.
 */
export async function countUncommitted(
  folder: string,
  reach: DiskReach,
  signal: AbortSignal,
): Promise<number | null> {
  const repository = await findRepository(folder, reach, signal)
  if (repository === null) return null
  const checkout = await checkoutOf(repository, signal)
  if (checkout === null) return null
  const inside = path.relative(repository.root, folder).split(path.sep).join('/')
  const asked = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv']
  // Git would look at the files of a submodule by starting itself there, with the settings there.
  asked.push('--ignore-submodules=dirty', checkout.head, '--', inside || '.')
  const changed = new Set<string>()
  for await (const name of gitFields(checkout, asked, signal)) changed.add(name.toString('latin1'))
  let count = changed.size
  // What is not in the index, but in the commit, has been counted.
  for await (const name of listedFiles(checkout, ['--others'], inside, signal)) {
    if (!changed.has(name.toString('latin1'))) count++
  }
  return count
}
