import { db, padded, turn } from '@/lib/db'
import type { DoneBy } from '@/lib/store/actors'
import type { LiveMemory } from '@/lib/store/model/model'
import { isSound } from '@/lib/store/model/sound'

/** What a seeding compares a source with: what the store holds, and what the source gave last. */

/** What the source gave last at a path; `versionId`: the version with it, null: there is none. */
export interface Base {
  sha256: string
  versionId: string | null
}

const ROWS = 1_000

/** The live memories of a store, by path. */
export async function headsOf(
  storeId: string,
  signal: AbortSignal,
): Promise<Map<string, LiveMemory>> {
  const heads = new Map<string, LiveMemory>()
  for (let after = ''; ;) {
    signal.throwIfAborted()
    const rows = await db.memory.findMany({
      where: { storeId, path: { gt: after } },
      orderBy: { path: 'asc' },
      take: ROWS,
    })
    for (const head of rows as LiveMemory[]) {
      heads.set(head.path, head)
      after = head.path
    }
    if (rows.length < ROWS) return heads
    await turn()
  }
}

/** What a seed last gave, by path. */
export async function basesOf(seedId: string, signal: AbortSignal): Promise<Map<string, Base>> {
  const bases = new Map<string, Base>()
  for (let after = ''; ;) {
    signal.throwIfAborted()
    const rows = await db.seedEntry.findMany({
      where: { seedId, path: { gt: after } },
      orderBy: { path: 'asc' },
      take: ROWS,
    })
    for (const { path, sha256, versionId } of rows) {
      bases.set(path, { sha256, versionId })
      after = path
    }
    if (rows.length < ROWS) return bases
    await turn()
  }
}

/** A version with its text; null: it is damaged or redacted. */
export interface Told extends DoneBy {
  content: string | null
  createdAt: Date
}

/** Versions by id, with who wrote them. */
export async function versionsOf(ids: readonly string[]): Promise<Map<string, Told>> {
  if (ids.length === 0) return new Map()
  const rows = await db.version.findMany({
    where: { id: { in: padded([...new Set(ids)]) } },
    select: {
      id: true,
      content: true,
      sha256: true,
      actorType: true,
      actorId: true,
      sessionId: true,
      createdAt: true,
    },
  })
  return new Map(rows.map((row) => [row.id, isSound(row) ? row : { ...row, content: null }]))
}
