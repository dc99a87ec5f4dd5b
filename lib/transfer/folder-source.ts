import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { MAX_FILE_BYTES, TOO_LARGE_TO_READ } from './limits'
import { inMoments, SourceError, type Source, type SourceChange } from './source'

/** Everything in a folder of this machine. Links are not followed, `.git` is left out. */
export function folderSource(folder: string): Source {
  const root = path.resolve(folder)
  return {
    label: `folder:${root}`,
    kind: 'snapshot',
    moments: () => inMoments(filesBelow(root, '')),
  }
}

/** The files below a directory of `root`, by their paths from there. */
export async function* filesBelow(root: string, directory: string): AsyncGenerator<SourceChange> {
  let entries
  try {
    entries = await readdir(path.join(root, directory), { withFileTypes: true })
  } catch (error) {
    if (directory === '') throw new SourceError(`The folder cannot be read (${codeOf(error)}).`)
    yield { op: 'skip', path: directory, reason: `cannot be read (${codeOf(error)})` }
    return
  }
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const memoryPath = `${directory}/${entry.name}`
    if (entry.isDirectory()) {
      if (entry.name !== '.git') yield* filesBelow(root, memoryPath)
    } else {
      yield entry.isFile()
        ? await fileAt(root, memoryPath)
        : { op: 'skip', path: memoryPath, reason: 'not a regular file' }
    }
  }
}

async function fileAt(root: string, memoryPath: string): Promise<SourceChange> {
  try {
    // A link that has taken the file's place since the listing is not followed either.
    const handle = await open(
      path.join(root, memoryPath),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) return { op: 'skip', path: memoryPath, reason: 'not a regular file' }
      if (stats.size > MAX_FILE_BYTES) {
        return { op: 'skip', path: memoryPath, reason: TOO_LARGE_TO_READ }
      }
      return { op: 'write', path: memoryPath, bytes: await handle.readFile() }
    } finally {
      await handle.close()
    }
  } catch (error) {
    return { op: 'skip', path: memoryPath, reason: `cannot be read (${codeOf(error)})` }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
