import { repositoryOf } from '@/lib/text/git-folder'
import { packFiles } from './pack-files'
import type { ChosenFiles, DroppedItem, SeedFile } from './seed-file'

/** Formats that the server reads directly (lib/transfer/open-source.ts). */
const ARCHIVE = /\.(zip|tar|tgz|gz|jsonl|ndjson)$/i

/** The dropped files, with those in dropped folders. */
export async function filesOf(dropped: readonly DroppedItem[]): Promise<ChosenFiles> {
  const chosen: ChosenFiles = { files: [], repositories: [] }
  for (const { entry, file } of dropped) {
    if (entry) await addEntry(entry, chosen)
    else if (file) chosen.files.push({ path: file.name, file })
  }
  return chosen
}

/** The files from a file or folder input. */
export function chosenFiles(list: Iterable<File>): ChosenFiles {
  const files: SeedFile[] = []
  const repositories = new Set<string>()
  for (const file of list) {
    const path = file.webkitRelativePath || file.name
    const repository = repositoryOf(path)
    if (repository === null) files.push({ path, file })
    else repositories.add(repository)
  }
  return { files, repositories: [...repositories] }
}

// Chromium does not expose these classes: the entry's own flags tell.
const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory

async function addEntry(entry: FileSystemEntry, chosen: ChosenFiles): Promise<void> {
  const path = entry.fullPath.slice(1)
  const repository = repositoryOf(path)
  if (repository !== null) {
    chosen.repositories.push(repository)
    return
  }
  if (isFileEntry(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    chosen.files.push({ path, file })
    return
  }
  if (!isDirectoryEntry(entry)) return
  const reader = entry.createReader()
  for (;;) {
    // A reader returns its entries in parts, and an empty part at the end.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return
    for (const child of part) await addEntry(child, chosen)
  }
}

/**
 * One file that the server can read: an archive unchanged, anything else packed into a zip. A
 * folder common to all paths is removed; `into` (`/`, or `/notes/`) is prefixed.
 */
export async function seedUpload(files: readonly SeedFile[], into: string): Promise<File> {
  const [only] = files
  if (files.length === 1 && only && ARCHIVE.test(only.file.name)) return only.file
  const folder = commonFolder(files.map(({ path }) => path))
  const placed = files.map(({ path, file }) => ({
    path: into.slice(1) + path.slice(folder.length),
    file,
  }))
  const name = folder === '' ? looseName(placed.map(({ path }) => path)) : folderName(folder, into)
  return new File(await packFiles(placed), shortName(name))
}

/**
 * An upload's name identifies its source: what a source of this name held before and no longer
 * holds is deleted from the store. So the same folder seeded elsewhere has another name, and so
 * have other files.
 */
function folderName(folder: string, into: string): string {
  const bare = folder.slice(0, -1)
  return into === '/' ? bare : `${bare} in ${into}`
}

function looseName(paths: readonly string[]): string {
  return `files ${[...new Set(paths)].toSorted().join(', ')}`
}

/** Below the API's limit for a source's name, 255 characters. */
const LONGEST_NAME = 200

function shortName(name: string): string {
  if (name.length <= LONGEST_NAME) return name
  return `${name.slice(0, LONGEST_NAME - 20)} ${fingerprint(name)}`
}

/** 64-bit FNV-1a: the browser's own digests are missing on pages served by plain HTTP. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  }
  return hash.toString(36)
}

/** A text as a memory to be seeded. */
export function pastedUpload(path: string, content: string): File {
  return new File([JSON.stringify({ path, content })], shortName(`paste ${path}`))
}

/** The folder, with its slash, that all paths start with; '' if none. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  const folder = first.slice(0, first.indexOf('/') + 1)
  return paths.every((path) => path.startsWith(folder)) ? folder : ''
}
