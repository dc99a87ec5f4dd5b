import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { realpath, stat } from 'node:fs/promises'
import { type DiskReach, locate, resolvedReach } from './disk-reach'
import { NotReadError, openRegularFile } from './open-on-disk'
import { folderSource } from './folder-source'
import { gitSource } from './git-source'
import { jsonlSource } from './jsonl-source'
import { MAX_ASKING_GIT_MS } from './limits'
import { withinTime } from './moments-of'
import { SourceError, type Source } from './source'
import { tarSource } from './tar-source'
import { zipSource } from './zip-source'

export interface OpenPathInput {
  /** on this machine; relative paths start at the working directory */
  location: string
  /** `any`: whatever is there */
  kind: 'folder' | 'file' | 'any'
  /** whether a folder is taken with its git history */
  withHistory: boolean
  /** with the history, whether uncommitted changes are added after it */
  withUncommitted?: boolean
  /** the part of the disk that the caller may read */
  reach: DiskReach
  signal: AbortSignal
}

/**
 * Opens a path of this machine: a folder, with its git history if it has one, a zip, a tar or JSON
 * Lines, gzipped or not, detected by content. Throws `SourceError`, which is a
 * `FolderNotAllowedError` for a path out of reach.
 */
export async function openPath(input: OpenPathInput): Promise<Source> {
  const source = await sourceAt(input)
  const { withHistory, withUncommitted = false } = input
  const taken = !withHistory ? 'as_is' : withUncommitted ? 'history_and_uncommitted' : 'history'
  return { ...source, origin: { location: path.resolve(input.location), taken } }
}

async function sourceAt(input: OpenPathInput): Promise<Source> {
  const { location, kind, withHistory, withUncommitted = false, signal } = input
  const real = await locate(location, input.reach)
  const found = await stat(real)
  if (!found.isDirectory()) {
    if (kind === 'folder') throw new SourceError({ code: 'not_a_folder', path: location })
    return openFile(real, real, signal)
  }
  if (kind === 'file') throw new SourceError({ code: 'is_a_folder', path: location })
  const reach = await resolvedReach(input.reach)
  const git = withHistory ? await gitSourceInTime(real, { reach, withUncommitted }, signal) : null
  return git ?? folderSource(real, reach)
}

/** A repository may be made so that git never answers. */
async function gitSourceInTime(
  folder: string,
  how: { reach: DiskReach; withUncommitted: boolean },
  signal: AbortSignal,
): Promise<Source | null> {
  const asked = async function* (own: AbortSignal) {
    yield await gitSource(folder, how, own)
  }
  for await (const source of withinTime(asked, signal, MAX_ASKING_GIT_MS)) return source
  return null
}

/** Like `openPath`, for a file; `name` is its original name. */
export async function openFile(named: string, name: string, signal: AbortSignal): Promise<Source> {
  const file = await realpath(named)
  const start = await firstBytes(file)
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return zipSource(file, name)
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0005\u0006') return zipSource(file, name)
  const isGzipped = start[0] === 0x1f && start[1] === 0x8b
  const inside = isGzipped ? await firstInflated(file) : start
  if (isTar(inside)) return tarSource(file, name, isGzipped)
  if (inside.length === 0 || inside.toString('utf8').trimStart().startsWith('{')) {
    return jsonlSource(file, name, isGzipped, signal)
  }
  throw new SourceError({ code: 'unknown_format' })
}

const BLOCK = 512

function isTar(bytes: Buffer): boolean {
  return bytes.subarray(257, 262).toString('latin1') === 'ustar'
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await openRegularFile(file).catch((error: unknown) => {
    if (error instanceof NotReadError) {
      throw new SourceError({
        code: error.reason.code === 'moved_while_read' ? 'moved_while_read' : 'not_a_file',
        path: file,
      })
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    throw code === null ? error : new SourceError({ code: 'unreadable', path: file, errno: code })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BLOCK), 0, BLOCK, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function firstInflated(file: string): Promise<Buffer> {
  const handle = await openRegularFile(file)
  const raw = handle.createReadStream()
  const inflated = raw.pipe(createGunzip())
  raw.on('error', (error) => inflated.destroy(error))
  try {
    for await (const chunk of inflated as AsyncIterable<Buffer>) return chunk.subarray(0, BLOCK)
  } catch {
    throw new SourceError({ code: 'damaged' })
  } finally {
    inflated.destroy()
    raw.destroy()
  }
  return Buffer.of()
}
