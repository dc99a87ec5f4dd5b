import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { MAX_FILE_BYTES, TOO_LARGE_TO_READ } from './limits'
import { inMoments, type Source, type SourceChange } from './source'

/** Everything in a folder of this machine. Links are not followed, `.git` is left out. */
export function folderSource(folder: string): Source {
  const root = path.resolve(folder)
  return {
    label: `folder:${root}`,
    kind: 'snapshot',
    moments: () => inMoments(filesBelow(root, '')),
  }
}

async function* filesBelow(root: string, directory: string): AsyncGenerator<SourceChange> {
  const entries = await readdir(path.join(root, directory), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const memoryPath = `${directory}/${entry.name}`
    if (entry.isDirectory()) {
      if (entry.name !== '.git') yield* filesBelow(root, memoryPath)
      continue
    }
    if (!entry.isFile()) {
      yield { op: 'skip', path: memoryPath, reason: 'not a regular file' }
      continue
    }
    const file = path.join(root, memoryPath)
    if ((await lstat(file)).size > MAX_FILE_BYTES) {
      yield { op: 'skip', path: memoryPath, reason: TOO_LARGE_TO_READ }
      continue
    }
    yield { op: 'write', path: memoryPath, bytes: await readFile(file) }
  }
}
