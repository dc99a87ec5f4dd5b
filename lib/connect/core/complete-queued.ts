import type { WriteSql } from '@/lib/db/sql'
import { deletePending, kindsOfPending, noteOvertaken } from '../sql/outbox'
import type { WatchedFolder } from './watched-folder'

/** Returns whether nothing waits at a path but a redaction, which is carried out all the same. */
export async function isOnlyRedaction(
  tx: WriteSql,
  { row }: WatchedFolder,
  path: string,
): Promise<boolean> {
  const waiting = await kindsOfPending(tx, row, path)
  return waiting.length === 1 && waiting[0]?.kind === 'redact'
}

/**
 * Removes what waits to be carried out, or retried, at a path whose file was taken in. The file is
 * the head: a change that it overtook stays in the history, and is shown as a conflict.
 */
export async function completeQueued(
  tx: WriteSql,
  { row, files }: WatchedFolder,
  path: string,
  isOvertaken: boolean,
): Promise<void> {
  // What both sides agreed about last is what a merge begins from.
  const baseSha256 = files.sha256At(path)
  if (isOvertaken) await noteOvertaken(tx, row, { path, baseSha256 })
  await deletePending(tx, row, path)
}
