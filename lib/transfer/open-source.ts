import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { folderSource } from './folder-source'
import { gitSource } from './git-source'
import { jsonlSource } from './jsonl-source'
import { SourceError, type Source } from './source'
import { tarSource } from './tar-source'
import { zipSource } from './zip-source'

/**
 * Opens whatever is at a path of this machine: a folder, with its history where git has one, a zip,
 * a tar or JSON Lines, gzipped or not, told apart by what they hold. Throws `SourceError`.
 */
export async function openPath(
  location: string,
  options: { withHistory: boolean },
): Promise<Source> {
  const found = await stat(location).catch(() => null)
  if (!found) throw new SourceError(`There is nothing at ${location}.`)
  if (!found.isDirectory()) return openFile(location, path.resolve(location))
  const git = options.withHistory ? await gitSource(location) : null
  return git ?? folderSource(location)
}

/** As `openPath`, for a file; `name` is what it was called when it came. */
export async function openFile(file: string, name: string): Promise<Source> {
  const start = await firstBytes(file)
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return zipSource(file, name)
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0005\u0006') return zipSource(file, name)
  const isGzipped = start[0] === 0x1f && start[1] === 0x8b
  const inside = isGzipped ? await firstInflated(file) : start
  if (isTar(inside)) return tarSource(file, name, isGzipped)
  if (inside.length === 0 || inside.toString('utf8').trimStart().startsWith('{')) {
    return jsonlSource(file, name, isGzipped)
  }
  throw new SourceError('This is neither a zip, nor a tar, nor JSON Lines.')
}

const BLOCK = 512

function isTar(bytes: Buffer): boolean {
  return bytes.subarray(257, 262).toString('latin1') === 'ustar'
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BLOCK), 0, BLOCK, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function firstInflated(file: string): Promise<Buffer> {
  const inflated = createReadStream(file).pipe(createGunzip())
  try {
    for await (const chunk of inflated as AsyncIterable<Buffer>) return chunk.subarray(0, BLOCK)
  } catch {
    throw new SourceError('The file is damaged: it cannot be unpacked.')
  } finally {
    inflated.destroy()
  }
  return Buffer.of()
}
