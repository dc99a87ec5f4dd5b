import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { SourceError } from '../source'

/**
 * Settings of the repository, or of the person, that would change what git prints, or run programs
 * of the repository's choosing, or fetch from elsewhere.
 */
const SETTINGS = [
  'log.showRoot=true',
  'log.showSignature=false',
  'log.follow=false',
  'diff.relative=false',
  'diff.ignoreSubmodules=none',
  'core.fsmonitor=false',
  'protocol.allow=never',
].flatMap((setting) => ['-c', setting])

/** Git, however the process that this runs in was started (from one of git's hooks, say). */
function environment(): Record<string, string | undefined> {
  // eslint-disable-next-line no-restricted-properties -- no settings of ours: handed on to git
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
  }
}

/** Starts git on a repository. No shell; names of paths are taken literally. */
export function spawnGit(root: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn('git', ['-C', root, '--literal-pathspecs', ...SETTINGS, ...args], {
    env: environment() as NodeJS.ProcessEnv,
  })
  // Nobody listens on a pipe to a git that has ended; how it ended is told by its exit.
  child.stdin.on('error', () => {})
  return child
}

/** Why git did not do what it was asked. */
export class GitError extends SourceError {
  constructor(
    /** what git said; empty when it could not be started */
    readonly said: string,
    readonly isMissing: boolean,
  ) {
    super(
      isMissing
        ? 'git is not installed on this machine.'
        : `git could not read the repository: ${said || 'it ended without a word'}`,
    )
  }
}

/** What git prints, as it prints it. Throws `GitError` at the end where git failed. */
export async function* gitOutput(
  root: string,
  args: readonly string[],
): AsyncGenerator<Buffer, void> {
  const child = spawnGit(root, args)
  child.stdin.end()
  const ended = once(child, 'close').then(
    ([code]) => (code === 0 ? null : 'failed'),
    () => 'missing',
  )
  const said = buffer(child.stderr)
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    const how = await ended
    if (how !== null) throw new GitError((await said).toString('utf8').trim(), how === 'missing')
  } finally {
    child.kill()
  }
}

/** What git prints, without the newline at its end. */
export async function git(root: string, args: readonly string[]): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of gitOutput(root, args)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8').replace(/\n$/, '')
}

/** Parts of what git prints with `-z`, each ended by NUL. */
export async function* gitFields(
  root: string,
  args: readonly string[],
): AsyncGenerator<Buffer, void> {
  let rest: Buffer = Buffer.of()
  for await (const chunk of gitOutput(root, args)) {
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
