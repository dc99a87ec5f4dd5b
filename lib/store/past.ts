import { db, turn } from '@/lib/db'
import { numbersBetween } from '@/lib/db/many'
import { Refusal } from '@/lib/refusal'
import { comparePaths } from '@/lib/text/memory-path'
import { stoodAt } from './memories'
import type { State } from './plan/plan'
import { getStore } from './stores'
import { below } from './write/paths'

/**
 * The past of a store. A moment is a number of its changes: what stood then are the versions from
 * before it that the next of their memory came after.
 */

/** What a version left of a memory. */
export interface VersionState extends State {
  versionId: string
  sequence: number
}

/** A memory as it stood at a moment, without its text. */
export interface Head extends VersionState {
  memoryId: string
}

/** Changes that may be dated before one that came before them, by a clock that was set back. */
const DISORDER = 200

/**
 * The number of the last change up to a time, 0 where there was none yet. The order of changes is
 * that of their numbers, whatever a clock said. Refuses `store_not_found`, `moment_before_store`.
 */
export async function sequenceAt(storeId: string, time: Date): Promise<number> {
  const store = await getStore(storeId)
  const upTo = { storeId, createdAt: { lte: time } }
  const newest = {
    where: upTo,
    orderBy: [{ createdAt: 'desc' as const }, { sequence: 'desc' as const }],
    select: { sequence: true },
  }
  const [version, event] = await Promise.all([
    db.version.findFirst(newest),
    db.event.findFirst(newest),
  ])
  let last = Math.max(version?.sequence ?? 0, event?.sequence ?? 0)
  if (last === 0 && time < store.createdAt) throw beforeStore(storeId, store.createdAt)
  for (;;) {
    const later = { ...upTo, sequence: { gt: last, lte: last + DISORDER } }
    const _max = { sequence: true as const }
    const [versions, events] = await Promise.all([
      db.version.aggregate({ where: later, _max }),
      db.event.aggregate({ where: later, _max }),
    ])
    const next = Math.max(versions._max.sequence ?? 0, events._max.sequence ?? 0)
    if (next === 0) return last
    last = next
  }
}

const beforeStore = (storeId: string, since: Date) =>
  new Refusal(
    'moment_before_store',
    `at: the memory store ${storeId} was not there yet: it begins at ${since.toISOString()}.`,
    { store_id: storeId, since: since.toISOString() },
  )

/** The memory that lay at a path last, wherever it is by now; null: none ever did. */
export async function lastAt(storeId: string, path: string): Promise<string | null> {
  const last = await db.version.findFirst({
    where: { storeId, path },
    orderBy: { sequence: 'desc' },
    select: { memoryId: true },
  })
  return last?.memoryId ?? null
}

/**
 * The memories that stood at a moment, now unless given, by the bytes of their paths, without those that
 * were redacted since. `within`: only those below this folder. `signal`: for a caller that leaves; rejects
 * with its reason. Refuses `store_not_found`.
 */
export async function headsAt(
  storeId: string,
  at?: number,
  { within = '', signal }: { within?: string; signal?: AbortSignal | undefined } = {},
): Promise<Head[]> {
  const { lastSequence } = await getStore(storeId)
  const last = Math.min(at ?? lastSequence, lastSequence)
  const heads: Head[] = []
  for (const sequence of numbersBetween(0, last)) {
    await turn(signal)
    const path = within === '' ? {} : { path: below(within) }
    const where = { ...stoodAt(storeId, last), ...path, sequence }
    for (const { id: versionId, ...row } of await db.version.findMany({ where, select: HEAD })) {
      // What stood has a path, and so it has the rest.
      if (row.path !== null) heads.push({ ...(row as Omit<Head, 'versionId'>), versionId })
    }
  }
  // The engine's own order is four times as fast, and the same but for the last characters.
  const compare = heads.some(({ path }) => LAST_CHARACTERS.test(path)) ? comparePaths : compareUnits
  return heads.sort((one, other) => compare(one.path, other.path))
}

export const HEAD = {
  id: true,
  memoryId: true,
  sequence: true,
  path: true,
  sha256: true,
  size: true,
} as const

/** Where the order of UTF-16 is not that of bytes. */
const LAST_CHARACTERS = /[\ud800-\uffff]/

const compareUnits = (one: string, other: string) => (one < other ? -1 : Number(one > other))
