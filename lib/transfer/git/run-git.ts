import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { SourceError } from '../source'

/** The paths that git is run with, all explicit: it is never left to discover a repository. */
export interface GitPlace {
  /** the worktree, links resolved */
  root: string
  /** the git folder whose settings are read */
  gitDir: string
  /** the folder of the objects, unless they are in `gitDir` */
  objects?: string
  /** the index, unless it is in `gitDir` */
  index?: string
  /** the list of commits whose parents were not cloned, for what walks the history */
  shallow?: string
}

/**
 * An environment free of git's own variables, however this process was started (from a git hook,
 * say).
 */
function environment(): Record<string, string | undefined> {
  // oxlint-disable-next-line no-restricted-properties -- no settings of ours: handed on to git
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    // Nothing is fetched: the first holds for every git, and over a repository's own permission.
    GIT_ALLOW_PROTOCOL: '',
    GIT_NO_LAZY_FETCH: '1',
  }
}

/**
 * Starts git, and kills it when the signal aborts. No shell; path names are literal; of settings it
 * reads those of the git folder alone.
 */
export function spawnGit(
  { root, gitDir, objects, index, shallow }: GitPlace,
  args: readonly string[],
  signal: AbortSignal,
): ChildProcessWithoutNullStreams {
  const where = ['-C', root, `--git-dir=${gitDir}`, `--work-tree=${root}`]
  const env = {
    ...environment(),
    GIT_OBJECT_DIRECTORY: objects,
    GIT_INDEX_FILE: index,
    GIT_SHALLOW_FILE: shallow,
  }
  const child = spawn('git', [...where, '--no-pager', '--literal-pathspecs', ...args], {
    env: env as unknown as NodeJS.ProcessEnv,
    signal,
  })
  // Writing to a git that has exited fails; its exit code tells why.
  child.stdin.on('error', () => {})
  return child
}

/** Thrown when git fails. */
export class GitError extends SourceError {
  constructor(
    /** git's error output; empty when it could not be started */
    readonly errorOutput: string,
    readonly isMissing: boolean,
  ) {
    super(isMissing ? { code: 'git_not_installed' } : { code: 'git_failed', detail: errorOutput })
  }
}

/** git's output as a stream. Throws `GitError` at the end if git failed. */
async function* gitOutput(
  place: GitPlace,
  args: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const child = spawnGit(place, args, signal)
  child.stdin.end()
  const ended = once(child, 'close').then(
    ([code]) => (code === 0 ? null : 'failed'),
    () => 'missing',
  )
  const errorOutput = buffer(child.stderr)
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    const how = await ended
    signal.throwIfAborted()
    if (how !== null)
      throw new GitError((await errorOutput).toString('utf8').trim(), how === 'missing')
  } finally {
    child.kill()
  }
}

/** git's output, without the trailing newline. */
export async function git(
  place: GitPlace,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of gitOutput(place, args, signal)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8').replace(/\n$/, '')
}

/** The NUL-terminated fields of git's output with `-z`. */
export async function* gitFields(
  place: GitPlace,
  args: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  let rest: Buffer = Buffer.of()
  for await (const chunk of gitOutput(place, args, signal)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0, from)) {
      yield rest.subarray(from, end)
      from = end + 1
    }
    rest = rest.subarray(from)
  }
  if (rest.length > 0) yield rest
}
