import { lstat } from 'node:fs/promises'
import type { ConnectionProblem } from '../model/connection'
import { isEmptyFolder } from './are-deleted'
import { folderId } from './file-stat'
import { readWatchedFile } from './read-file'
import type { WatchedFolder } from './watched-folder'

/** Files that are compared with what was agreed about, from all over the folder. */
const COMPARED = 20

/**
 * Checks that the folder that was connected still stands in its place; else returns why the
 * connection must rest. It is known by its inode and birth. Another one counts as the same if most
 * of it is what both sides last agreed about: a copy, a backup, a disk that numbers anew. Nothing
 * else of it is taken in or written before a person said that it is the one (`resumeConnection`).
 */
export async function rootProblem(folder: WatchedFolder): Promise<ConnectionProblem | null> {
  const { row } = folder
  const stats = await lstat(row.location, { bigint: true }).catch(() => null)
  if (!stats) return 'folder_missing'
  const id = folderId(stats)
  if (row.rootId === id) return null
  if (row.rootId !== '' && !(await holdsWhatWasAgreed(folder))) {
    return (await isEmptyFolder(row.location)) ? 'folder_missing' : 'folder_replaced'
  }
  row.rootId = id
  return null
}

async function holdsWhatWasAgreed(folder: WatchedFolder): Promise<boolean> {
  const { mostBytes, maybeYield } = folder
  const { known } = folder.files
  const step = Math.max(1, Math.floor(known.size / COMPARED))
  const compared = [...known].filter((_each, index) => index % step === 0).slice(0, COMPARED)
  let same = 0
  for (const [memoryPath, { sha256 }] of compared) {
    const read = await readWatchedFile(folder.fileAt(memoryPath), mostBytes, maybeYield)
    if (read.kind === 'text' && read.sha256 === sha256) same++
  }
  return same > compared.length / 2
}
