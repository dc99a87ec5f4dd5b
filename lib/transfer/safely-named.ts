import { NAMES_FILE, SafeNames } from '@/lib/text/safe-names'
import type { ExportedFile } from './exported-file'

/**
 * Files under names that every file system accepts, for archives that may be unpacked anywhere. If
 * any name differs from its path, a file at the end says so, and an import decodes the names.
 */
export async function* safelyNamed(
  files: AsyncIterable<ExportedFile>,
): AsyncGenerator<ExportedFile> {
  const names = new SafeNames()
  const escaped: string[] = []
  let newest = 0
  for await (const file of files) {
    const path = `/${names.nameOf(file.path)}`
    if (path !== file.path) escaped.push(`${path.slice(1)}\t${file.path}\n`)
    newest = Math.max(newest, file.updatedAt)
    yield { ...file, path }
  }
  if (escaped.length === 0) return
  yield { path: `/${NAMES_FILE}`, content: ABOUT + escaped.join(''), updatedAt: newest }
}

const ABOUT = `These names are escaped, because some computers do not take them as they are. On the left
the name of the file, on the right the path of the memory. Importing the files with this one beside
them gives the paths back.

`
