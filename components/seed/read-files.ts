import { Zip, ZipPassThrough } from 'fflate'
import { isPassedOverOnDisk } from '@/lib/text/safe-names'
import type { SeedFile } from './files'

/** Loaded with the first files: reads what was dropped, and packs it into one upload. */

interface Dropped {
  entry: FileSystemEntry | null
  file: File | null
}

/** The dropped files, with those in dropped folders. */
export async function filesIn(dropped: readonly Dropped[]): Promise<SeedFile[]> {
  const files: SeedFile[] = []
  for (const { entry, file } of dropped) {
    if (entry) await addEntry(entry, files)
    else if (file) files.push({ path: file.name, file })
  }
  return files
}

// Chromium does not expose these classes: the entry's own flags tell.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function addEntry(entry: FileSystemEntry, files: SeedFile[]): Promise<void> {
  const isBelow = entry.fullPath.lastIndexOf('/') > 0
  if (isBelow && isPassedOverOnDisk(entry.name)) {
    files.push(onlyNamed(entry.fullPath.slice(1)))
    return
  }
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    files.push({ path: entry.fullPath.slice(1), file })
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  for (;;) {
    // A reader answers in parts, and an empty part at the end.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return
    for (const child of part) await addEntry(child, files)
  }
}

/** What the server reads as it is. */
const ARCHIVE = /\.(zip|gz|jsonl|ndjson)$/i

/** One file for the server. */
export interface Packed {
  file: File
  /** it has files of a disk in a zip; else it is what was chosen */
  isOfDisk: boolean
}

/** An archive as it is, anything else in a zip, without the folder that all share. */
export async function packed(files: readonly SeedFile[]): Promise<Packed> {
  const [only] = files
  if (files.length === 1 && only && ARCHIVE.test(only.file.name)) {
    return { file: only.file, isOfDisk: false }
  }
  const folder = commonFolder(files.map(({ path }) => path))
  const inside = files.map(({ path, file }) => ({ path: path.slice(folder.length), file }))
  const name = folder ? folder.slice(0, -1) : looseName(inside.map(({ path }) => path))
  return { file: new File(await zipOf(withoutOthers(inside)), shortName(name)), isOfDisk: true }
}

const onlyNamed = (path: string): SeedFile => ({ path, file: new File([], '') })

/** Of what is nobody's memory only the names are sent, and the plan says that they are passed over. */
function withoutOthers(files: readonly SeedFile[]): SeedFile[] {
  const sent = new Map<string, SeedFile>()
  for (const each of files) {
    const parts = each.path.split('/')
    const other = parts.findIndex(isPassedOverOnDisk)
    const file = other < 0 ? each : onlyNamed(parts.slice(0, other + 1).join('/'))
    sent.set(file.path, file)
  }
  return [...sent.values()]
}

/** A zip counts its files in 16 bits, and the packer has no other kind. */
const MOST_FILES = 65_535

async function zipOf(files: readonly SeedFile[]): Promise<BlobPart[]> {
  if (files.length > MOST_FILES) throw new RangeError('too many files for a zip')
  const parts: BlobPart[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    parts.push(new Uint8Array(chunk))
  })
  for (const { path, file } of files) {
    const entry = new ZipPassThrough(path)
    zip.add(entry)
    entry.push(new Uint8Array(await file.arrayBuffer()), true)
  }
  zip.end()
  return parts
}

/** The folder, with its slash, that all paths begin with; '' if none. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  const folder = first.slice(0, first.indexOf('/') + 1)
  return paths.every((path) => path.startsWith(folder)) ? folder : ''
}

/**
 * An upload's name says which source it is: what a source of that name held before and does not hold now is
 * gone. So other files have another name.
 */
const looseName = (paths: readonly string[]) => `files ${[...new Set(paths)].toSorted().join(', ')}`

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
