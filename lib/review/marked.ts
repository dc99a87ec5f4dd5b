import { LRUCache } from 'lru-cache'
import { database } from '@/lib/db'
import { perProcess } from '@/lib/per-process'
import { type Flags, UNKNOWN } from '@/lib/scan/flag'
import { flagsOf, knownFlags } from '@/lib/scan/flags-of'
import { writersOf } from '@/lib/store/actors'
import type { Writer } from '@/lib/store/model/actor'
import type { Version } from '@/lib/store/model/model'
import { heldMemories, isUnreadable } from '@/lib/store/plan/chains'
import { forgetsOnRedaction } from '@/lib/store/redact/forget'
import { chunked } from '@/lib/text/lists'
import { type Attention, attentionOf } from './attention'
import { hunksOf, pathOf } from './hunks'
import { isPinned, onAdded } from './judge'
import { type Sides, sidesOf } from './left-side'
import { type MarkedRow, markedRows } from './sql'
import { flaggedLine, withoutDismissed } from './store-flags'

/** The memories that are to be reviewed, and how much each wants to be looked at. */

/** A memory that differs from what people left of it. */
export interface Marked extends Attention {
  memoryId: string
  storeId: string
  /** where it is, or was */
  path: string
  isDeleted: boolean
  /** where the gravest of it was found, as previews show it; null: nothing was, or in its path */
  flagged: { line: number; text: string } | null
  /** null: from before its first version */
  base: number | null
  /** the last version of an agent, its time and writer */
  last: number
  at: Date
  by: Writer
  head: number
}

/** A memory by its place in the list. */
export type Listed = Pick<Marked, 'at' | 'memoryId'>

/** Whether a marked memory differs from its left side, by memory, base and head. */
const differing = perProcess('to review', () => new LRUCache<string, boolean>({ max: 5_000 }))

forgetsOnRedaction('what differs from what people left', () => differing.clear())

const MEMORIES_AT_ONCE = 50

/** The marked memories that differ from their left sides, of some stores or of all, the newest first. */
export async function shownToReview(storeIds?: readonly string[]): Promise<MarkedRow[]> {
  const shown: MarkedRow[] = []
  for (const some of chunked(await markedRows(storeIds), MEMORIES_AT_ONCE)) {
    const unsure = some.filter((row) => row.differs === 'unsure' && !differing.has(keyOf(row)))
    for (const { memory, left, head } of (await sidesNow(unsure)).values()) {
      const { id, reviewedSequence: base, sequence } = memory
      const isDifferent = isUnreadable(head) || hunksOf(left, head).length > 0
      differing.set(keyOf({ id, base, head: sequence }), isDifferent)
    }
    // What was changed meanwhile is another one by now.
    const isShown = (row: MarkedRow) =>
      row.differs === 'unsure' ? differing.get(keyOf(row)) !== false : row.differs === 'yes'
    shown.push(...some.filter(isShown))
  }
  return shown
}

const keyOf = ({ id, base, head }: Pick<MarkedRow, 'id' | 'base' | 'head'>) =>
  `${id} ${base} ${head}`

/** Known to be dangerous, or to hold next to nothing of what it was: who writes much could hide it else. */
export function isGrave({ path, was, sha256, size, wasSize }: MarkedRow): boolean {
  const isEmptied = size !== null && size < 100 && size * 4 < (wasSize ?? 0)
  if (isEmptied || isPinned([path ?? undefined, was ?? undefined])) return true
  return knownIn({ path, sha256 })?.found.some(({ severity }) => severity === 'critical') ?? false
}

/** What is known to be in a memory; nothing is where it has no text. Null: it is not known. */
export const knownIn = ({ path, sha256 }: Pick<MarkedRow, 'path' | 'sha256'>): Flags | null =>
  path === null || sha256 === null ? NOTHING : knownFlags({ path, sha256 })

const NOTHING: Flags = { found: [], isWhole: true }

/** The sides of those of these memories that are still marked, by id. */
async function sidesNow(rows: readonly MarkedRow[]): Promise<Map<string, Sides>> {
  const { reader } = database()
  const ids = rows.map(({ id }) => id)
  const marked = (await heldMemories(reader, ids)).filter(({ toReview }) => toReview !== null)
  return sidesOf(reader, marked)
}

/** What a list waits for scans, all together. */
const SCANS_MS = 1_000

/**
 * The memories of these rows, each with its last agent's version, in their order. `signal`: for a caller that
 * leaves; rejects with its reason.
 */
export async function markedOf(
  rows: readonly MarkedRow[],
  signal?: AbortSignal,
): Promise<{ marked: Marked; version: Version }[]> {
  const until = Date.now() + SCANS_MS
  const found: { marked: Omit<Marked, 'by'>; version: Version }[] = []
  for (const some of chunked(rows, MEMORIES_AT_ONCE)) {
    const all = await sidesNow(some)
    const lastOf = await lastOfAgents([...all.values()])
    for (const sides of some.flatMap(({ id }) => all.get(id) ?? [])) {
      signal?.throwIfAborted()
      const { id: memoryId, storeId, path, sequence: head, reviewedSequence: base } = sides.memory
      const version = lastOf.get(memoryId)
      if (!version) continue
      const place = { memoryId, storeId, path: path ?? pathOf(sides), isDeleted: path === null }
      const { sequence: last, createdAt: at } = version
      const attention = await attentionBy(until, sides)
      found.push({ version, marked: { ...attention, ...place, base, last, at, head } })
    }
  }
  const writerOf = await writersOf(found.map(({ version }) => version))
  return found.map(({ marked, version }) => ({
    version,
    marked: { ...marked, by: writerOf(version) },
  }))
}

/** Their last versions of agents, by the memories' ids. */
async function lastOfAgents(all: readonly Sides[]): Promise<Map<string, Version>> {
  const OR = all.map(({ memory: { storeId, toReview } }) => ({ storeId, sequence: toReview ?? 0 }))
  const versions = await database().reader.version.findMany({ where: { OR } })
  return new Map(versions.map((version) => [version.memoryId, version]))
}

async function attentionBy(until: number, { memory, left, head }: Sides) {
  if (!head || isUnreadable(head)) {
    return { ...attentionOf(left, null, head ? UNKNOWN : NOTHING), flagged: null }
  }
  const flags = await flagsOf(head, { deadlineMs: Math.max(0, until - Date.now()) })
  const added = await withoutDismissed(
    memory,
    onAdded(isUnreadable(left) ? null : left, head, flags.found),
  )
  const attention = attentionOf(left, head, { found: added, isWhole: flags.isWhole })
  const worst = added.find(({ severity }) => severity === attention.severity)
  const text = worst ? flaggedLine(head.content, flags, worst) : null
  return { ...attention, flagged: worst && text !== null ? { line: worst.line, text } : null }
}
