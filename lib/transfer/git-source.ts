import { execFile, spawn } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { MAX_FILE_BYTES, TOO_LARGE_TO_READ } from './limits'
import { SourceError, type Source, type SourceChange, type SourceMoment } from './source'

/**
 * A folder of a git repository with its history: the commits of the first-parent line that touch
 * it, each with its committer's time and its author. Reads with the `git` that is installed.
 */
export async function gitSource(folder: string): Promise<Source | null> {
  const asked = path.resolve(folder)
  const root = await repositoryOf(asked)
  if (root === null) return null
  const inside = path.relative(root, asked).split(path.sep).join('/')
  if ((await git(root, ['rev-list', '-1', 'HEAD', '--', inside || '.'])) === '') return null
  return {
    label: `git:${root}#${inside}`,
    kind: 'history',
    moments: () => moments(root, inside),
  }
}

const run = promisify(execFile)

async function git(root: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run('git', ['-C', root, ...args], { maxBuffer: 64 * 1024 * 1024 })
    return stdout.trim()
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw new SourceError(
      `git could not read the repository: ${said.trim() || 'is git installed?'}`,
    )
  }
}

async function repositoryOf(folder: string): Promise<string | null> {
  return git(folder, ['rev-parse', '--show-toplevel']).catch((error: unknown) => {
    const isNone = error instanceof SourceError && /not a git repository/i.test(error.message)
    if (isNone || (error instanceof SourceError && /is git installed/.test(error.message))) {
      return null
    }
    throw error
  })
}

/** Begins each commit; no message may hold it. */
const COMMIT = '\u0001'
const FORMAT = `${COMMIT}%H%x00%ct%x00%an%x00%B%x00`

async function* moments(root: string, inside: string): AsyncGenerator<SourceMoment> {
  const log = await git(root, [
    'log',
    '--first-parent',
    '-m',
    '--reverse',
    '--raw',
    '--no-abbrev',
    '-M',
    '-z',
    `--format=${FORMAT}`,
    'HEAD',
    '--',
    inside || '.',
  ])
  const blobs = new BlobReader(root)
  try {
    for (const record of log.split(COMMIT).slice(1)) {
      const [commit = '', time = '0', author = '', message = '', ...rest] = record.split('\0')
      yield {
        at: Number(time) * 1000,
        reference: commit,
        message: message.trim(),
        author,
        actor: null,
        sessionId: null,
        batchKind: 'history',
        changes: await changesOf(rest, inside, blobs),
      }
    }
  } finally {
    blobs.close()
  }
}

/** `:<old mode> <new mode> <old id> <new id> <status>` and one path, or two of a rename. */
async function changesOf(
  fields: readonly string[],
  inside: string,
  blobs: BlobReader,
): Promise<SourceChange[]> {
  const changes: SourceChange[] = []
  for (let at = 0; at < fields.length; at++) {
    const raw = (fields[at] ?? '').trim()
    if (!raw.startsWith(':')) continue
    const [, mode = '', , blob = '', status = ''] = raw.slice(1).split(' ')
    const first = memoryPath(fields[++at] ?? '', inside)
    const isRename = status.startsWith('R') || status.startsWith('C')
    const second = isRename ? memoryPath(fields[++at] ?? '', inside) : first
    if (status === 'D') changes.push({ op: 'delete', path: first })
    else if (!mode.startsWith('100')) {
      changes.push({ op: 'skip', path: second, reason: 'not a regular file' })
    } else {
      const bytes = await blobs.read(blob)
      if (!bytes) changes.push({ op: 'skip', path: second, reason: TOO_LARGE_TO_READ })
      else if (status.startsWith('R')) {
        changes.push({ op: 'rename', from: first, path: second, bytes })
      } else changes.push({ op: 'write', path: second, bytes })
    }
  }
  return changes
}

function memoryPath(name: string, inside: string): string {
  return inside === '' ? `/${name}` : name.slice(inside.length)
}

/** One `git cat-file` for all contents, asked one after another. */
class BlobReader {
  private readonly child
  private pending: Buffer = Buffer.of()
  private readonly chunks: AsyncIterator<Buffer>

  constructor(root: string) {
    this.child = spawn('git', ['-C', root, 'cat-file', '--batch'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const output: AsyncIterable<Buffer> = this.child.stdout
    this.chunks = output[Symbol.asyncIterator]()
  }

  /** The blob's bytes; null when it is too large to be taken. */
  async read(id: string): Promise<Buffer | null> {
    this.child.stdin.write(`${id}\n`)
    const header = await this.take((bytes) => {
      const end = bytes.indexOf(10)
      return end < 0 ? null : end + 1
    })
    const size = Number(header.toString('utf8').trim().split(' ')[2])
    if (!Number.isSafeInteger(size)) throw new SourceError(`git has no object ${id}`)
    const body = await this.take((bytes) => (bytes.length > size ? size + 1 : null))
    return size > MAX_FILE_BYTES ? null : body.subarray(0, size)
  }

  close(): void {
    this.child.kill()
  }

  private async take(lengthIn: (bytes: Buffer) => number | null): Promise<Buffer> {
    for (;;) {
      const length = lengthIn(this.pending)
      if (length !== null) {
        const taken = this.pending.subarray(0, length)
        this.pending = this.pending.subarray(length)
        return taken
      }
      const next = await this.chunks.next()
      if (next.done) throw new SourceError('git ended in the middle of an object')
      this.pending = Buffer.concat([this.pending, next.value])
    }
  }
}
