import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/**
 * One line for each redacted version, without any of its text: what restoring a backup must redact
 * again.
 */
export const REDACTIONS = 'redactions.jsonl'

/** Appends versions to the list, synced to disk. */
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
