import { isUtf8 } from 'node:buffer'
import { execFile, type ExecFileException } from 'node:child_process'
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { turn } from '@/lib/db'
import { Refusal, unlessRefused } from '@/lib/refusal'
import { bareEnvironment } from '@/lib/settings'
import type { NewState } from '@/lib/store/write/head'
import { ancestorPaths, toMemoryPath } from '@/lib/text/memory-path'
import { isPassedOverOnDisk } from '@/lib/text/safe-names'
import { reachable, readFolder, repositoryAbove } from './folder'
import { Replay } from './replay'
import {
  incomingFolder,
  deletionOf,
  Gathering,
  MAX_ENTRIES,
  MAX_FILE_BYTES,
  MAX_SOURCE_BYTES,
  type Moment,
  refuseTooLarge,
  type Source,
  type SourceChange,
} from './source'

/**
 * A folder of a git repository, by its real path, with its history: the first-parent commits that
 * touch it, and what it holds beyond the last one. Only a copy is read, which git makes of the branch
 * that is checked out with no settings but ours. Null: git has no history of the folder. Refuses
 * `git_not_installed`, `git_failed`, `source_too_large`, `folder_not_allowed`.
 */
export async function readGit(folder: string, signal: AbortSignal): Promise<Source | null> {
  // Where git is not installed, other folders are read all the same.
  if ((await repositoryAbove(folder)) === null) return null
  const home = await mkdtemp(path.join(await incomingFolder(), 'git-'))
  const git = { home, clone: path.join(home, 'clone'), signal }
  try {
    await writeFile(path.join(home, 'settings'), SETTINGS)
    const found = await repositoryOf(git, folder)
    if (!found) return null
    await refuseLeadingOut(found)
    await run(git, ['clone', ...AS_COPY, pathToFileURL(found.root).href, git.clone])
    return await historyOf(git, found, folder)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** All that git is told beside its command line; a repository of another user is read, too. */
const SETTINGS = `[safe]
	directory = *
[core]
	fsmonitor = false
	hooksPath = /dev/null
	attributesFile = /dev/null
	excludesFile = /dev/null
`

const AS_COPY = ['--bare', '--single-branch', '--no-tags', '--quiet', '--template=']

interface Git {
  /** a temporary folder */
  home: string
  clone: string
  signal: AbortSignal
}

interface Repository {
  /** its work tree */
  root: string
  gitDir: string
  /** what its work trees share */
  commonDir: string
}

const PLACES = [
  'rev-parse',
  '--path-format=absolute',
  '--show-toplevel',
  '--git-dir',
  '--git-common-dir',
]

/** The repository that a folder lies in, as far up as may be read; null: there is none. */
async function repositoryOf(git: Git, folder: string): Promise<Repository | null> {
  const told = await unlessRefused(run(git, ['-C', folder, ...PLACES]), 'git_failed')
  if (!told) return null
  const [root = '', gitDir = '', commonDir = ''] = told.toString().split('\n')
  const real = await reachable(root).catch(() => null)
  if (real !== root) return null
  return { root, gitDir: await reachable(gitDir), commonDir: await reachable(commonDir) }
}

/**
 * Refuses a repository that keeps something where the server may not read, or on another machine: git
 * would read it there, and might ask a program for it.
 */
async function refuseLeadingOut({ gitDir, commonDir }: Repository): Promise<void> {
  for (const folder of new Set([gitDir, commonDir])) {
    const all = readdir(folder, { recursive: true, withFileTypes: true })
    // What another user made in it, or git takes away just now, is no fault of the database's.
    for (const entry of await all.catch((error: Error) => refuseGit(error.message))) {
      const place = path.join(entry.parentPath, entry.name)
      // Git would wait for somebody who writes to a pipe.
      if (entry.isFIFO()) refuseGit(`${place} is a pipe.`)
      if (entry.isSymbolicLink()) await reachable(await realpath(place).catch(() => place))
      if (entry.name === 'alternates') refuseGit(`its objects lie elsewhere, as ${place} says.`)
    }
    for (const name of ['config', 'config.worktree']) {
      const text = await readFile(
        path.join(/* turbopackIgnore: true */ folder, name),
        'utf8',
      ).catch(() => '')
      const leading = LEADING_OUT.exec(text)?.[0].trim()
      if (leading !== undefined) refuseGit(`its settings lead elsewhere (${leading}).`)
    }
  }
}

const LEADING_OUT = /\[\s*include(if\b)?|\b(partialclone|promisor)\b/i

function refuseGit(words: string): never {
  const detail = words || 'it ended without a word.'
  const sentence = `git could not read the repository: ${detail}`
  throw new Refusal('git_failed', `${sentence} Without its history the folder can be taken.`, {
    detail,
  })
}

const QUIET = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
}

/** Past this time git has met something that it waits for; milliseconds. */
const MAX_GIT_MS = 120_000
const MAX_LOOK_MS = 5_000

/** git's output. No shell, no program of the source's settings, no protocol but `file`. */
async function run(
  { home, clone, signal }: Git,
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Buffer> {
  const [first = ''] = args
  const isOfSource = first === 'clone' || first === '-C'
  const where = isOfSource ? [] : [`--git-dir=${clone}`]
  const settings = { GIT_CONFIG_GLOBAL: path.join(home, 'settings'), ...QUIET }
  const protocol = { GIT_ALLOW_PROTOCOL: first === 'clone' ? 'file' : '' }
  const running = executed('git', [...where, '--no-pager', '--literal-pathspecs', ...args], {
    cwd: home,
    env: { ...bareEnvironment(), ...settings, ...protocol, ...env } as unknown as NodeJS.ProcessEnv,
    signal,
    timeout: first === '-C' ? MAX_LOOK_MS : MAX_GIT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 2 * MAX_SOURCE_BYTES,
    encoding: 'buffer',
  })
  // A git that has ended takes no more; its exit code tells why.
  running.child.stdin?.on('error', () => {})
  running.child.stdin?.end(input)
  try {
    return (await running).stdout
  } catch (error) {
    signal.throwIfAborted()
    const { code, killed = false, stderr } = error as ExecFileException & { stderr?: Buffer }
    if (code === 'ENOENT') {
      throw new Refusal('git_not_installed', 'git is not installed on this machine.')
    }
    if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') refuseTooLarge('bytes', MAX_SOURCE_BYTES)
    return refuseGit(killed ? 'it took too long.' : (stderr?.toString().trim() ?? ''))
  }
}

const executed = promisify(execFile)

async function historyOf(git: Git, found: Repository, folder: string): Promise<Source | null> {
  const inside = path.relative(found.root, folder).split(path.sep).join('/')
  const commits = commitsIn(await run(git, [...LOG, '--', inside || '.']))
  if (commits.length === 0) return null
  const gathered = new Gathering()
  const blobs = await blobsOf(git, commits)
  const moments: Moment[] = []
  for (const { changes, ...commit } of commits) {
    const taken: SourceChange[] = []
    for (const change of changes) {
      const each = changeOf(change, inside, blobs, gathered)
      if (each) taken.push(each)
      await turn()
    }
    moments.push({ ...commit, batchKind: 'commit', changes: taken })
  }
  const uncommitted = await uncommittedIn(git, found, inside, moments, gathered)
  if (uncommitted.length > 0) moments.push({ message: UNCOMMITTED, changes: uncommitted })
  return gathered.source(folder, moments)
}

const UNCOMMITTED = 'not committed'

/** Of the one branch, or the commit that is checked out without one; where there is none, of nothing. */
const LOG =
  'log --all --first-parent -m --reverse --raw --no-abbrev -M -z --format=%H%x00%ct%x00%an%x00%B'.split(
    ' ',
  )

interface Commit {
  reference: string
  at: Date
  author: string
  message: string
  changes: CommitChange[]
}

interface CommitChange {
  /** A, D, M, R or T (the kind of file changed) */
  status: string
  /** `100…` is a regular file */
  mode: string
  blob: string
  path: Buffer
  /** its path before; the same unless it was renamed */
  from: Buffer
}

/** Of a year of four digits; git takes later ones. */
const LAST_TIME = Date.parse('9999-12-31T23:59:59Z')

/** Fields are told apart by their position alone: messages and names may hold anything but NUL. */
function commitsIn(log: Buffer): Commit[] {
  const commits: Commit[] = []
  let at = 0
  const next = (): Buffer => {
    const end = log.indexOf(0, at)
    const field = log.subarray(at, end === -1 ? log.length : end)
    at = end === -1 ? log.length : end + 1
    return field
  }
  while (at < log.length) {
    const text = next().toString('utf8').trimStart()
    if (text.startsWith(':')) commits.at(-1)?.changes.push(changeIn(text, next))
    else if (text !== '') {
      const time = new Date(Math.min(Number(next()) * 1000, LAST_TIME))
      const author = next().toString('utf8').toWellFormed()
      const message = next().toString('utf8').toWellFormed().trim()
      commits.push({ reference: text, at: time, author, message, changes: [] })
    }
  }
  return commits
}

/** `:<old mode> <new mode> <old id> <new id> <status>` and one path, or two for a rename. */
function changeIn(raw: string, next: () => Buffer): CommitChange {
  const [, mode = '', , blob = '', status = ''] = raw.slice(1).split(' ')
  const from = next()
  const path = status.startsWith('R') ? next() : from
  return { status: status.slice(0, 1), mode, blob, from, path }
}

/** The contents of all commits by their ids, those of large files left out. */
async function blobsOf(git: Git, commits: readonly Commit[]): Promise<Map<string, Buffer>> {
  const changes = commits.flatMap((commit) => commit.changes)
  if (changes.length > MAX_ENTRIES) refuseTooLarge('entries', MAX_ENTRIES)
  const files = changes.filter(({ mode }) => mode.startsWith('100'))
  const ids = [...new Set(files.map(({ blob }) => blob))]
  const listed = await run(git, ['cat-file', '--batch-check'], { input: ids.join('\n') })
  const lines = listed.toString().split('\n')
  const sizes = lines.map((line) => line.split(' '))
  const wanted = sizes.filter(([, type, size]) => type === 'blob' && Number(size) <= MAX_FILE_BYTES)
  const sum = wanted.reduce((total, [, , size]) => total + Number(size), 0)
  if (sum > MAX_SOURCE_BYTES) refuseTooLarge('bytes', MAX_SOURCE_BYTES)
  const asked = { input: wanted.map(([id]) => id).join('\n') }
  const output = await run(git, ['cat-file', '--batch'], asked)
  const blobs = new Map<string, Buffer>()
  for (let at = 0; at < output.length;) {
    const line = output.indexOf(10, at)
    const [id = '', , size = ''] = output.toString('latin1', at, line).split(' ')
    blobs.set(id, output.subarray(line + 1, line + 1 + Number(size)))
    at = line + 2 + Number(size)
  }
  return blobs
}

function changeOf(
  { status, mode, blob, ...named }: CommitChange,
  inside: string,
  blobs: ReadonlyMap<string, Buffer>,
  gathered: Gathering,
): SourceChange | null {
  const nameOf = (name: Buffer) =>
    name.toString('utf8').slice(inside === '' ? 0 : inside.length + 1)
  const path = nameOf(named.path)
  const from = nameOf(named.from)
  const former = deletionOf(toMemoryPath(from))
  if (path.split('/').some(isPassedOverOnDisk)) {
    gathered.passOver(path)
    return former
  }
  if (!isUtf8(named.path)) gathered.leave(path, 'name_not_utf8')
  else if (status === 'D') return former
  else if (mode.startsWith('100')) {
    const content = blobs.get(blob)
    const op = status === 'R' ? 'rename' : 'write'
    const change = gathered.changeOf({ op, path, from, content })
    if (!content) gathered.leave(toMemoryPath(path), 'too_large')
    return change
  } else gathered.leave(toMemoryPath(path), mode === '120000' ? 'link' : 'not_regular_file')
  return former
}

/**
 * What the folder holds beyond its last commit. Git's ignored files are not of it, and what a sparse
 * checkout left out is not gone.
 */
async function uncommittedIn(
  git: Git,
  { root, gitDir, commonDir }: Repository,
  inside: string,
  moments: readonly Moment[],
  gathered: Gathering,
): Promise<SourceChange[]> {
  const committed = new Replay()
  for (const moment of moments) committed.apply(moment)
  const env = { GIT_INDEX_FILE: path.join(gitDir, 'index'), GIT_WORK_TREE: root }
  const ignored = ['--exclude-standard', `--exclude-from=${path.join(commonDir, 'info/exclude')}`]
  const asked = ['ls-files', '-z', '-t', '--cached', '--others', ...ignored, '--', inside || '.']
  const listed = (await run(git, asked, { env })).toString('utf8').split('\0')
  // A letter, a space and the name.
  const nameAt = inside === '' ? 2 : inside.length + 3
  const tags = new Map(listed.map((line) => [toMemoryPath(line.slice(nameAt)), line[0]]))
  const folder = await readFolder(path.join(root, inside), git.signal)
  const changes: SourceChange[] = []
  const unread = folder.left
  const there = new Set(unread.keys())
  for (const change of folder.moments.flatMap((moment) => moment.changes)) {
    there.add(change.path)
    gathered.left.delete(change.path)
    const last = committed.files.get(change.path)
    if (last?.text && change.text && isSame(last.text, change.text)) continue
    if (last || tags.has(change.path)) changes.push(change)
  }
  for (const gone of committed.files.keys()) {
    const isUnknown = ancestorPaths(gone).some((above) => unread.has(above))
    if (there.has(gone) || isUnknown || tags.get(gone) === 'S') continue
    changes.push(deletionOf(gone))
  }
  for (const [path, reason] of unread) if (tags.has(path)) gathered.leave(path, reason)
  return changes
}

/** Also with the line ends that a checkout may have made. */
const isSame = (committed: NewState, there: NewState) =>
  committed.sha256 === there.sha256 || committed.content === there.content.replaceAll('\r\n', '\n')
