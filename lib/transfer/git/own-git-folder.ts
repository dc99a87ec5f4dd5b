import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { settings } from '@/lib/settings'
import { newId } from '@/lib/text/prefixed-id'

/** The hash that git computes its ids with. */
export type ObjectFormat = 'sha1' | 'sha256'

/**
 * The whole configuration that git gets: no program to run, and nothing of the user's or the
 * machine's.
 */
const SETTINGS: Record<ObjectFormat, string> = {
  sha1: settingsOf(0, ''),
  sha256: settingsOf(1, '[extensions]\n\tobjectFormat = sha256\n'),
}

function settingsOf(version: 0 | 1, extensions: string): string {
  return `[core]
	repositoryFormatVersion = ${version}
	bare = false
	fileMode = false
	fsmonitor = false
	hooksPath = /dev/null
	attributesFile = /dev/null
	excludesFile = /dev/null
${extensions}`
}

/**
 * A git folder of the server's own, without a branch or an object, in the data folder. Git started
 * with it reads its settings and no repository's.
 */
export async function ownGitFolder(format: ObjectFormat): Promise<string> {
  const folder = path.join(settings().dataDir, 'git', format)
  const head = path.join(folder, 'HEAD')
  // Written last.
  if (await isThere(head)) return folder
  await mkdir(path.join(folder, 'refs'), { recursive: true, mode: 0o700 })
  await mkdir(path.join(folder, 'objects'), { recursive: true, mode: 0o700 })
  await writeWhole(path.join(folder, 'config'), SETTINGS[format])
  await writeWhole(head, 'ref: refs/heads/none\n')
  return folder
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** Another process may write the same, or have it read, at this moment. */
async function writeWhole(file: string, text: string): Promise<void> {
  const fresh = `${file}.${newId('job')}`
  await writeFile(fresh, text, { mode: 0o600 })
  await rename(fresh, file)
}
