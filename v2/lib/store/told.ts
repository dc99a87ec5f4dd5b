import { db, padded, turn } from '@/lib/db'
import { diffLines, type LineCounts, lineCounts } from '@/lib/text/text-diff'
import type { Version } from './model/model'
import { versionTexts } from './versions'

/** What versions did, in a line each: for lists of them, where nobody reads the texts themselves. */

export interface Told {
  /** why it was written, as whoever wrote it says; null: it was written by itself */
  batch: { id: string; kind: string; message: string | null } | null
  /** the version before it; null: there is none */
  before: { id: string; ordinal: number; path: string | null } | null
  /** lines added and removed; null: too much to compare, or a text is gone */
  lines: LineCounts | null
  /** the first line with words that it added, else removed; null: not known, or none */
  line: { sign: 'added' | 'removed'; text: string } | null
}

/** A list waits for this much to be compared, at most: bytes of its first versions. */
const MAX_BYTES = 1024 * 1024

/** Longer lines are told by their beginning; UTF-16 units. */
const MAX_LINE = 200

/** What each of these versions of a store did, by id. `signal`: for a caller that leaves. */
export async function toldOf(
  versions: readonly Version[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Told>> {
  const [first] = versions
  if (!first) return new Map()
  const ended = { in: padded(versions.map(({ sequence }) => sequence)) }
  const [before, batches] = await Promise.all([
    db.version.findMany({ where: { storeId: first.storeId, untilSequence: ended } }),
    db.batch.findMany({
      where: { id: { in: padded(versions.flatMap(({ batchId }) => batchId ?? [])) } },
      select: { id: true, kind: true, message: true },
    }),
  ])
  const batchOf = new Map(batches.map((batch) => [batch.id, batch]))
  const beforeOf = new Map(before.map((row) => [row.untilSequence, row]))
  let bytes = 0
  const compared = versions.filter(({ sequence, size }) => {
    bytes += (size ?? 0) + (beforeOf.get(sequence)?.size ?? 0)
    return bytes <= MAX_BYTES
  })
  const ids = compared.flatMap(({ id, sequence }) => [id, beforeOf.get(sequence)?.id ?? []].flat())
  const texts = await versionTexts(ids, signal)
  const told = new Map<string, Told>()
  for (const version of versions) {
    const row = beforeOf.get(version.sequence)
    const was = textOf(row, texts)
    const is = textOf(version, texts)
    told.set(version.id, {
      batch: batchOf.get(version.batchId ?? '') ?? null,
      before: row ? { id: row.id, ordinal: row.ordinal, path: row.path } : null,
      lines: was === null || is === null ? null : lineCounts(was, is),
      line: was === null || is === null ? null : telling(was, is),
    })
    await turn()
  }
  return told
}

/** The text of a version; '' of none and of a deletion, null: it was redacted, or is not known. */
function textOf(version: Version | undefined, texts: ReadonlyMap<string, string>): string | null {
  if (!version || version.operation === 'deleted') return ''
  return texts.get(version.id) ?? null
}

function telling(was: string, is: string): Told['line'] {
  const lines = diffLines(was, is)
  for (const sign of ['added', 'removed'] as const) {
    const line = lines.find(({ kind, text }) => kind === sign && /[\p{L}\p{N}]/u.test(text))
    if (line) return { sign, text: line.text.slice(0, MAX_LINE).replace(MARKS, '').trim() }
  }
  return null
}

/** Marks of Markdown before the words of a line: quotes, items, tasks, headings. */
const MARKS = /^\s*(?:>\s*|[-*+]\s+(?:\[[ xX]\]\s+)?|#{1,6}\s+)+/

/** What was said of batches by whoever made them, by id; of those that say nothing there is none. */
export async function messagesOf(
  batchIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(batchIds.flatMap((id) => id ?? []))]
  const rows = await db.batch.findMany({
    where: { id: { in: padded(ids) }, message: { not: null } },
    select: { id: true, message: true },
  })
  return new Map(rows.map(({ id, message }) => [id, message ?? '']))
}

/** The versions with these numbers of a store. */
export async function versionsAt(
  storeId: string,
  sequences: readonly number[],
): Promise<Version[]> {
  return db.version.findMany({ where: { storeId, sequence: { in: padded(sequences) } } })
}
