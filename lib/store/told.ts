import { db, padded, turn } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { wholeStart } from '@/lib/text/long-text'
import { diffLines, type LineCounts } from '@/lib/text/text-diff'
import { writersOf } from './actors'
import type { Writer } from './model/actor'
import type { Version } from './model/model'
import { invalidInput } from './model/problems'
import { versionTexts } from './versions'

/** What versions did, in a line each: for lists of them, where nobody reads the texts themselves. */

/** Changes that were made together. */
export type Batch = Prisma.BatchGetPayload<object>

export interface Told {
  version: Version
  /** why it was written, as whoever wrote it says; null: it was written by itself */
  batch: Batch | null
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

/** A long word where a line is cut: half a secret looks like none. */
const HALF = /[\w+/=.~-]{12,}$(?<=^.{200})/

/**
 * What each of these versions did, by id. `firstOf`: the number of the first of the versions of its memory
 * with which it is told as one.
 */
export async function toldOf(
  versions: readonly Version[],
  firstOf = ({ sequence }: Version) => sequence,
): Promise<ReadonlyMap<string, Told>> {
  const keyOf = (storeId: string, ended: number | null) => `${storeId} ${ended}`
  const [before, batches] = await Promise.all([
    rowsOf(
      versions.map((version) => ({ storeId: version.storeId, untilSequence: firstOf(version) })),
      (some) => db.version.findMany({ where: { OR: some } }),
      { size: 64 },
    ),
    batchesOf(versions),
  ])
  const beforeOf = new Map(before.map((row) => [keyOf(row.storeId, row.untilSequence), row]))
  const beforeIn = (version: Version) => beforeOf.get(keyOf(version.storeId, firstOf(version)))
  let bytes = 0
  const compared = versions.filter((version) => {
    bytes += (version.size ?? 0) + (beforeIn(version)?.size ?? 0)
    return bytes <= MAX_BYTES
  })
  const ids = compared.flatMap((version) => [version.id, beforeIn(version)?.id ?? []].flat())
  const texts = await versionTexts(ids)
  const told = new Map<string, Told>()
  for (const version of versions) {
    const row = beforeIn(version)
    const was = textOf(row, texts)
    const is = textOf(version, texts)
    told.set(version.id, {
      version,
      batch: batches.get(version.batchId ?? '') ?? null,
      before: row ? { id: row.id, ordinal: row.ordinal, path: row.path } : null,
      ...(was === null || is === null ? { lines: null, line: null } : difference(was, is)),
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

function difference(was: string, is: string): Pick<Told, 'lines' | 'line'> {
  const lines = diffLines(was, is)
  const of = (sign: 'added' | 'removed') => lines.filter(({ kind }) => kind === sign)
  const added = of('added')
  const removed = of('removed')
  const line = [...added, ...removed].find(({ text }) => /[\p{L}\p{N}]/u.test(text))
  return {
    lines: { added: added.length, removed: removed.length },
    line: line
      ? {
          sign: line.kind as 'added' | 'removed',
          text: wholeStart(line.text, MAX_LINE).replace(HALF, '…').replace(MARKS, '').trim(),
        }
      : null,
  }
}

/** Marks of Markdown before the words of a line: quotes, items, tasks, headings. */
const MARKS = /^\s*(?:>\s*|[-*+]\s+(?:\[[ xX]\]\s+)?|#{1,6}\s+)+/

/** The batches that versions belong to, by id. */
export async function batchesOf(
  versions: readonly Pick<Version, 'batchId'>[],
): Promise<ReadonlyMap<string, Batch>> {
  const ids = versions.flatMap(({ batchId }) => batchId ?? [])
  const rows = await rowsOf(ids, (some) => db.batch.findMany({ where: { id: { in: some } } }))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The versions with these numbers of a store. */
export const versionsAt = (storeId: string, sequences: readonly number[]): Promise<Version[]> =>
  db.version.findMany({ where: { storeId, sequence: { in: padded(sequences) } } })

/** A batch of a store, and by whom; null: there is none. */
export async function findBatch(
  storeId: string,
  id: string,
): Promise<(Batch & { by: Writer }) | null> {
  const row = await db.batch.findFirst({ where: { id, storeId } })
  return row && { ...row, by: (await writersOf([row]))(row) }
}

/** The store in which a batch was written. Refuses `invalid_input` where there is none. */
export async function storeOfBatch(batchId: string): Promise<string> {
  const batch = await db.batch.findUnique({ where: { id: batchId }, select: { storeId: true } })
  if (!batch) throw invalidInput('batch_id', 'is no batch')
  return batch.storeId
}
