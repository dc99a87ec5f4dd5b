import { db, padded, turn } from '@/lib/db'
import { pagesOf } from '@/lib/db/many'
import type { LiveMemory } from '@/lib/store/model/model'
import { isSound } from '@/lib/store/model/sound'
import type { Aim } from '@/lib/store/plan/aims'
import { stateOf } from '@/lib/store/write/head'
import { chunked } from '@/lib/text/lists'
import { ancestorPaths } from '@/lib/text/memory-path'
import { mergeTexts } from '@/lib/text/merge'
import type { Standing } from './replay'
import type { Left, LeftReason } from './source'

/** What the source gave last at a path; `versionId`: the version with it, null: there is none. */
export interface Base {
  sha256: string
  versionId: string | null
}

export type Heads = ReadonlyMap<string, LiveMemory>
export type Bases = ReadonlyMap<string, Base>

/** The live memories of a store, by path. */
export async function headsOf(storeId: string, signal: AbortSignal): Promise<Heads> {
  return byPath(signal, async (path, page) => {
    const rows = await db.memory.findMany({ where: { storeId, path }, ...page })
    return rows as LiveMemory[]
  })
}

/** What a seed last gave, by path. */
export async function basesOf(seedId: string, signal: AbortSignal): Promise<Bases> {
  return byPath(signal, (path, page) => db.seedEntry.findMany({ where: { seedId, path }, ...page }))
}

const PAGE = { orderBy: { path: 'asc' }, take: 1_000 } as const

async function byPath<Row extends { path: string }>(
  signal: AbortSignal,
  read: (path: { gt: string }, page: typeof PAGE) => Promise<Row[]>,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  const next = (last: Row | undefined) => read({ gt: last?.path ?? '' }, PAGE)
  for await (const rows of pagesOf(PAGE.take, next, signal)) {
    for (const row of rows) found.set(row.path, row)
  }
  return found
}

/** The three sides of a memory. */
interface Sides {
  /** of its row and its operations */
  id: string
  path: string
  memory: LiveMemory | null
  base: Base | null
  /** null: the source has nothing there */
  source: Pick<Standing, 'sha256' | 'text'> | null
}

/** What becomes of one memory, by hashes alone. */
export interface Draft extends Sides {
  /** `merge`: both changed it, which is a conflict unless their texts merge */
  verdict: 'same' | 'keep' | 'change' | 'merge' | 'conflict'
  reason?: LeftReason
}

/** What a history comes to, by memory; the store is as the source left it. */
export function draftsOfHistory(heads: Heads, files: ReadonlyMap<string, Standing>): Draft[] {
  const standing = new Set([...files.values()].map(({ origin }) => origin))
  const gone = [...heads].filter(([path]) => !standing.has(path))
  return [
    ...gone.map(([path, memory]) => ({ id: memory.id, path, memory, source: null })),
    ...[...files].map(([path, source]) => {
      return { id: source.id, path, memory: heads.get(source.origin ?? '') ?? null, source }
    }),
  ].map((each) => decided({ ...each, base: each.memory }))
}

/** The three-way comparison of every path that the source had, or has; what is gone makes room first. */
export function draftsOfSnapshot(
  heads: Heads,
  bases: Bases,
  files: ReadonlyMap<string, Standing>,
  left: Left,
): Draft[] {
  // What could not be read is there all the same.
  const isUnread = (path: string) => [path, ...ancestorPaths(path)].some((at) => left.has(at))
  const gone = [...bases.keys()].filter((path) => !files.has(path))
  return [...gone, ...files.keys()].map((path): Draft => {
    const memory = heads.get(path) ?? null
    const base = bases.get(path) ?? null
    const source = files.get(path) ?? null
    const sides = { id: memory?.id ?? path, path, memory, base, source }
    const isKept = source === null && isUnread(path)
    return isKept ? { ...sides, verdict: 'keep', reason: 'not_readable' } : decided(sides)
  })
}

/**
 * The three-way rule over what a source gave last (`base`), what the store holds (`memory`) and what the
 * source has now. Nothing that was written in the store is lost by it.
 */
function decided(sides: Sides): Draft {
  const { path, memory, base, source } = sides
  const isSame = (one: { sha256: string } | null, other: { sha256: string } | null) =>
    one?.sha256 === other?.sha256
  const isMoved = memory !== null && memory.path !== path
  if (isSame(memory, source) && !isMoved) return { ...sides, verdict: 'same' }
  if (isSame(source, base) && !isMoved) return { ...sides, verdict: 'keep' }
  if (isSame(memory, base)) return { ...sides, verdict: 'change' }
  if (!source) return { ...sides, verdict: 'conflict', reason: 'gone_and_changed' }
  if (!memory) return { ...sides, verdict: 'conflict', reason: 'changed_and_deleted' }
  if (!base) return { ...sides, verdict: 'conflict', reason: 'other_text' }
  return { ...sides, verdict: 'merge', reason: 'same_lines' }
}

const DRAFTS_A_TURN = 100

/** The aims of drafts that change something, with the texts that are to be compared. */
export async function aimsOf(drafts: readonly Draft[], signal: AbortSignal): Promise<Aim[]> {
  const aims: Aim[] = []
  for (const some of chunked(drafts, DRAFTS_A_TURN)) {
    const ids = some.flatMap(({ memory, base }) => [memory?.versionId, base?.versionId])
    const versions = await versionsOf(ids.filter((id) => typeof id === 'string'))
    for (const draft of some) {
      await turn(signal)
      aims.push(aimOf(draft, versions))
    }
  }
  return aims
}

type Versions = Awaited<ReturnType<typeof versionsOf>>

/** Versions by id, with who wrote them; without their texts where these are damaged or redacted. */
async function versionsOf(ids: readonly string[]) {
  const rows = await db.version.findMany({
    where: { id: { in: padded([...new Set(ids)]) } },
    omit: { content: false },
  })
  return new Map(rows.map((row) => [row.id, isSound(row) ? row : { ...row, content: null }]))
}

/**
 * The source's text is always written first, as a version: it is the base of the next seeding, and where
 * the store's side is chosen or both are merged, neither text is lost.
 */
function aimOf({ id, verdict, path, memory, base, source }: Draft, versions: Versions): Aim {
  const head = versions.get(memory?.versionId ?? '')
  const now = head?.content ?? null
  const stored = now === null ? null : stateOf(path, now)
  const given = source?.text ? { ...source.text, path } : null
  const aim = { id, memory, now, to: source ? (given ?? stored) : null, isMerged: false }
  const isNeeded = verdict !== 'change' || (source !== null && !given)
  if (memory && !stored && isNeeded) return { ...aim, obstacle: 'damaged' }
  if (verdict === 'change') return aim
  const from = versions.get(base?.versionId ?? '')?.content ?? null
  if (verdict === 'merge' && given && stored && from !== null) {
    const merged = mergeTexts({ base: from, ours: stored.content, theirs: given.content })
    if (merged.clean) {
      return { ...aim, first: given, to: stateOf(path, merged.text), isMerged: true }
    }
  }
  const conflict = { kept: stored, by: head, at: head?.createdAt }
  return { ...aim, first: given, conflict: { ...conflict, ...(from !== null && { base: from }) } }
}
