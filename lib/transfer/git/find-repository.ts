import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { type DiskReach, isInReach } from '../disk-reach'
import { openRegularFile, readAtMost } from '../open-on-disk'
import { SourceError } from '../source'
import { git } from './run-git'

/** A repository by explicit paths, links resolved. */
export interface Repository {
  /** its worktree */
  root: string
  /** git's own folder, usually `.git` */
  gitDir: string
  /** the folder shared with its other worktrees; `gitDir` unless it is one of several */
  commonDir: string
}

/**
 * The repository that a folder lies in; null if there is none in reach. Everything it keeps
 * elsewhere must be in reach, too: the folder that a `.git` file names, borrowed objects, link
 * targets, included settings. Throws `SourceError`. Links are resolved in `folder` and `reach`.
 */
export async function findRepository(
  folder: string,
  reach: DiskReach,
  signal: AbortSignal,
): Promise<Repository | null> {
  for (let root = folder; isInReach(root, reach); root = path.dirname(root)) {
    const gitDir = await gitDirOf(root, reach)
    if (gitDir !== null) {
      const repository = { root, gitDir, commonDir: await commonDirOf(gitDir, reach) }
      if (reach.roots !== null) await refuseLeadingOut(repository, reach, signal)
      return repository
    }
    if (root === path.dirname(root)) return null
  }
  return null
}

async function gitDirOf(root: string, reach: DiskReach): Promise<string | null> {
  const own = path.join(root, '.git')
  const found = await lstat(own).catch(() => null)
  if (!found) return null
  if (found.isDirectory()) return (await isRepository(own)) ? own : null
  if (found.isSymbolicLink()) return inReach(own, own, reach)
  // In a worktree or a submodule, a line with the path.
  const line = found.isFile() ? await smallFile(own) : ''
  const named = /^gitdir: (.+?)\n*$/.exec(line)?.[1]
  return named === undefined ? null : inReach(path.resolve(root, named), own, reach)
}

/** Tests by git's own rule, to exclude a folder that only has the name. */
async function isRepository(folder: string): Promise<boolean> {
  const parts = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) =>
      lstat(path.join(/*turbopackIgnore: true*/ folder, name)).catch(() => null),
    ),
  )
  // Git would wait for somebody who writes to a pipe.
  return parts.every((part) => part !== null && !part.isFIFO())
}

/** Resolves links and checks the reach; `namedBy`: the part of the repository that points there. */
async function inReach(location: string, namedBy: string, reach: DiskReach): Promise<string> {
  const real = await realpath(location).catch(() => null)
  // The same problem for both, so that it reveals nothing about what lies outside.
  if (real === null || !isInReach(real, reach)) {
    throw new SourceError({ code: 'git_leads_out', part: namedBy, path: location })
  }
  return real
}

async function commonDirOf(gitDir: string, reach: DiskReach): Promise<string> {
  const file = path.join(gitDir, 'commondir')
  const common = (await smallFile(file)).trim()
  return common === '' ? gitDir : inReach(path.resolve(gitDir, common), file, reach)
}

async function refuseLeadingOut(
  repository: Repository,
  reach: DiskReach,
  signal: AbortSignal,
): Promise<void> {
  const { gitDir, commonDir } = repository
  for (const folder of new Set([gitDir, commonDir])) await refuseLinksOut(folder, reach)
  await refuseObjects(path.join(commonDir, 'objects'), reach, MAX_ALTERNATES)
  await refuseSettings(repository, signal)
}

const MAX_ALTERNATES = 5

/** Refuses objects from out of reach, whether linked or borrowed from another repository. */
async function refuseObjects(objects: string, reach: DiskReach, depth: number): Promise<void> {
  for (const folder of ['', 'pack', 'info']) {
    await refuseLinksOut(path.join(/*turbopackIgnore: true*/ objects, folder), reach)
  }
  const file = path.join(objects, 'info/alternates')
  for (const line of (await smallFile(file)).split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    if (depth === 0) throw new SourceError({ code: 'git_leads_on', path: file })
    const other = await inReach(path.resolve(objects, unquoted(line)), file, reach)
    await refuseObjects(other, reach, depth - 1)
  }
}

/** Git quotes paths as C does. */
function unquoted(line: string): string {
  return line.startsWith('"') ? line.slice(1, -1).replaceAll(/\\(.)/g, '$1') : line
}

async function refuseLinksOut(folder: string, reach: DiskReach): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) continue
    const link = path.join(folder, entry.name)
    await inReach(link, link, reach)
  }
}

/** Settings that include another file, or leave objects on another machine. */
const LEADING_OUT =
  /^(include\.path|includeif\..*\.path|extensions\.partialclone|remote\..*\.promisor)$/

/** Checks the settings without following includes. */
async function refuseSettings(
  { root, gitDir, commonDir }: Repository,
  signal: AbortSignal,
): Promise<void> {
  for (const name of ['config', 'config.worktree']) {
    for (const folder of new Set([gitDir, commonDir])) {
      const file = path.join(/*turbopackIgnore: true*/ folder, name)
      if (!(await stat(/*turbopackIgnore: true*/ file).catch(() => null))?.isFile()) continue
      const args = ['config', '--file', file, '--no-includes', '--name-only', '--list', '-z']
      // With the git directory set to `/dev/null`, git reads no other settings while it lists
      // these.
      const names = await git({ root, gitDir: '/dev/null' }, args, signal)
      const found = names.split('\0').find((each) => LEADING_OUT.test(each.toLowerCase()))
      if (found === undefined) continue
      throw new SourceError({ code: 'git_setting_leads_out', setting: found, path: file })
    }
  }
}

const SMALL_BYTES = 64 * 1024

/** The text of a small file of a repository; '' if there is none. */
async function smallFile(file: string): Promise<string> {
  const handle = await openRegularFile(file).catch(() => null)
  if (!handle) return ''
  try {
    return (await readAtMost(handle, SMALL_BYTES))?.toString('utf8') ?? ''
  } finally {
    await handle.close()
  }
}
