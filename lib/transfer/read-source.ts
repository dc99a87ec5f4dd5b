import { stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip, type ZlibOptions } from 'node:zlib'
import { isPassedOverOnDisk } from '@/lib/text/safe-names'
import { bytesOf, reachable, readFolder } from './folder'
import { readGit } from './git'
import { readJsonl } from './jsonl'
import { MAX_SOURCE_BYTES, refuseSource, refuseTooLarge, type Source, unpacked } from './source'
import { readZip } from './zip'

/**
 * What somebody fills a store from. `any`: whatever is there, a folder with its git history. `isOfDisk`: the
 * upload is a zip of files of a disk, where other names are nobody's memory than in an archive.
 */
export type Named =
  | { type: 'folder' | 'git' | 'file' | 'any'; path: string }
  | { type: 'upload'; name: string; bytes: Buffer; isOfDisk?: boolean }

/**
 * Reads a source, once and whole. Refuses `folder_not_allowed`, `not_a_source`, `source_too_large`,
 * `git_not_installed`, `git_failed`, `line_invalid`, `line_not_json`, `line_not_utf8`; ends with the
 * signal's reason.
 */
export async function readSource(named: Named, signal: AbortSignal): Promise<Source> {
  if (named.type === 'upload') {
    const { name, bytes, isOfDisk } = named
    return isOfDisk
      ? readZip(name, bytes, signal, isPassedOverOnDisk)
      : readBytes(name, bytes, signal)
  }
  const place = await reachable(named.path)
  const isFolder = (await stat(place)).isDirectory()
  if (!isFolder) {
    if (named.type === 'folder' || named.type === 'git') refuseSource('no_folder', place)
    const bytes = await bytesOf(place, MAX_SOURCE_BYTES)
    if (bytes === 'too_large') refuseTooLarge('bytes', MAX_SOURCE_BYTES)
    return typeof bytes === 'string'
      ? refuseSource('not_readable', place)
      : readBytes(place, bytes, signal)
  }
  if (named.type === 'file') refuseSource('no_file', place)
  const git = named.type === 'folder' ? null : await readGit(place, signal)
  if (!git && named.type === 'git') refuseSource('no_history', place)
  return git ?? readFolder(place, signal)
}

const gunzipped = promisify<Buffer, ZlibOptions, Buffer>(gunzip)

/** Reads what a file holds; its first bytes say what it is. */
async function readBytes(label: string, bytes: Buffer, signal: AbortSignal): Promise<Source> {
  if (bytes.length > MAX_SOURCE_BYTES) refuseTooLarge('bytes', MAX_SOURCE_BYTES)
  const start = bytes.toString('latin1', 0, 4)
  if (start === 'PK\x03\x04' || start === 'PK\x05\x06') return readZip(label, bytes, signal)
  const isGzip = start.startsWith('\x1f\x8b')
  const inside = isGzip ? await unpacked(gunzipped, bytes, MAX_SOURCE_BYTES) : bytes
  if (!inside) refuseSource('damaged')
  if (inside.toString('latin1', 257, 262) === 'ustar') {
    refuseSource('tar', path.basename(label))
  }
  const isJsonl = /^(\ufeff|\s)*\{/.test(inside.toString('utf8', 0, 4_096))
  return isJsonl ? readJsonl(label, inside, signal) : refuseSource()
}
