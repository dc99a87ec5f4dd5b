import { sha256Hex, utf8Bytes } from '@/lib/text/content'

/**
 * What the list of redactions says of a version (lib/db/redaction-log): its id, where it was emptied;
 * where a text was taken out of it, also what was left, as a hash, so that a backup which has it so
 * already keeps it.
 */
export interface RewrittenState {
  id: string
  path: string | null
  sha256: string | null
}

export function rewrittenMark({ id, path, sha256 }: RewrittenState): string {
  return `${id}@${sha256Hex(utf8Bytes(`${sha256 ?? ''} ${path ?? ''}`))}`
}

/** By version the last mark of it. */
export function lastMarks(marks: readonly string[]): Map<string, string> {
  return new Map(marks.map((mark) => [mark.split('@')[0] ?? mark, mark]))
}
