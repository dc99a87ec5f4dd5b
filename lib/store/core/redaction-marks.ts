import { sha256Hex, utf8Bytes } from '@/lib/text/content'

/**
 * What the redaction log (lib/db/redaction-log) records of a version: its id if it was emptied; if
 * it was rewritten, also a hash of what was left, so that a backup that already has that state
 * keeps it.
 */
export interface RewrittenState {
  id: string
  path: string | null
  sha256: string | null
}

export function rewrittenMark({ id, path, sha256 }: RewrittenState): string {
  return `${id}@${sha256Hex(utf8Bytes(`${sha256 ?? ''} ${path ?? ''}`))}`
}

/** The last mark of each version. */
export function lastMarks(marks: readonly string[]): Map<string, string> {
  return new Map(marks.map((mark) => [mark.split('@')[0] ?? mark, mark]))
}
