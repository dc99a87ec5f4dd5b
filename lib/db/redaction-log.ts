import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/** A line for each version that was redacted, without any text of it: what a backup must not bring back. */
export const REDACTIONS = 'redactions.jsonl'

/** Adds versions to the list, synced to disk. */
export function appendRedactions(file: string, versionIds: readonly string[]): void {
  const lines = versionIds.map((version) => `${JSON.stringify({ version })}\n`)
  const handle = openSync(file, 'a', 0o600)
  try {
    writeSync(handle, lines.join(''))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
