import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'
import { memoriesByKey } from '../contents/sql/memory-chains'
import { DamagedContent, readContents, storedText } from '../contents/stored-content'
import type { MemoryMerge, MergeObstacle } from '../model/branch-merge'
import type { MemoryText } from '../model/memory-change'
import { memoriesChangedAfter } from '../undo/sql/memories'
import type { MemoryRow } from '../write/sql/heads'
import { mergeHunks } from './merge-memory'
import type { BranchRow } from './sql/branches'
import {
  createdSince,
  type MergedRow,
  mergedMemories,
  ownersOf,
  quarantinedAmong,
  type SideRow,
  versionsUpTo,
} from './sql/merging'

/** Memories whose texts are read together. */
const MEMORIES_AT_ONCE = 64

/** A branch whose origin is there. */
export type OpenBranch = BranchRow & { originKey: number }

/** A memory of a branch with its three texts, and what is to be written for it. */
export interface BranchMemory extends MemoryMerge {
  /** the memory of the branch */
  own: MemoryRow
  /** the memory of the origin, live or deleted; null: it has none */
  counterpart: MemoryRow | null
  /** the branch's change of it with which the origin agreed last */
  since: number
  /** what the last merge agreed about it; null: it was not merged yet */
  agreed: MergedRow | null
}

/** A memory of the branch, and what is known of it from the last merge. */
type Changed = Pick<BranchMemory, 'own' | 'since' | 'agreed'>

/**
 * The memories that a branch changed since it and its origin last agreed about them, in order of
 * their paths, with what both have; those that are the same again are left out. `memoryIds`: only
 * these.
 */
export async function* branchMemories(
  sql: Sql,
  branch: OpenBranch,
  { memoryIds, signal }: { memoryIds?: readonly string[]; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<BranchMemory> {
  const maybeYield = turns(signal)
  const wanted = memoryIds && new Set(memoryIds)
  const all = await changedMemories(sql, branch)
  const changed = wanted ? all.filter(({ own }) => wanted.has(own.id)) : all
  for (const some of chunked(changed, MEMORIES_AT_ONCE)) {
    for (const memory of await withTexts(sql, branch, some, maybeYield)) {
      if (memory.hunks.length > 0 || memory.obstacle) yield memory
    }
    await maybeYield()
  }
}

async function changedMemories(sql: Sql, branch: OpenBranch): Promise<Changed[]> {
  const { storeKey } = branch
  const merged = new Map((await mergedMemories(sql, storeKey)).map((row) => [row.memoryKey, row]))
  const memories = await memoriesChangedAfter(sql, storeKey, branch.sequence)
  return memories.flatMap((own): Changed[] => {
    const agreed = merged.get(own.key) ?? null
    const since = agreed?.sequence ?? branch.sequence
    return own.headSequence > since ? [{ own, since, agreed }] : []
  })
}

async function withTexts(
  sql: Sql,
  branch: OpenBranch,
  changed: readonly Changed[],
  maybeYield: () => Promise<void>,
): Promise<BranchMemory[]> {
  const bases = await basesOf(sql, changed)
  const counterparts = await counterpartsOf(sql, branch, changed, bases)
  const heads = await headsOf(
    sql,
    changed.map(({ own }) => own),
  )
  const originHeads = await headsOf(sql, [...counterparts.values()])
  const quarantined = new Set(
    (
      await quarantinedAmong(
        sql,
        changed.map(({ own }) => own.key),
      )
    ).map((row) => row.memoryKey),
  )
  const own = changed.flatMap(({ own: { key } }) =>
    [bases.get(key), heads.get(key)].flatMap((row) => row ?? []),
  )
  const textsOf = async (storeKey: number, rows: readonly SideRow[]) =>
    readContents(
      sql,
      storeKey,
      rows.map(({ sequence }) => sequence),
      maybeYield,
    )
  const contents = await textsOf(branch.storeKey, own)
  const originContents = await textsOf(branch.originKey, [...originHeads.values()])
  const memories: BranchMemory[] = []
  for (const { own: memory, since, agreed } of changed) {
    await maybeYield()
    const counterpart = counterparts.get(memory.key) ?? null
    const sides = {
      base: sideOf(bases.get(memory.key), contents),
      origin: sideOf(counterpart && originHeads.get(counterpart.key), originContents),
      branch: sideOf(heads.get(memory.key), contents),
    }
    // Where both have the same, it does not matter what they had before.
    const needed = isAlike(sides) ? [] : Object.values(sides)
    const obstacle = obstacleOf(needed, quarantined.has(memory.key))
    const texts = {
      base: textOf(sides.base),
      origin: textOf(sides.origin),
      branch: textOf(sides.branch),
    }
    memories.push({
      memoryId: memory.id,
      originMemoryId: counterpart?.id ?? null,
      ...texts,
      hunks: obstacle ? [] : mergeHunks(memory.id, texts),
      obstacle,
      own: memory,
      counterpart,
      since,
      agreed,
    })
  }
  return memories
}

async function basesOf(sql: Sql, changed: readonly Changed[]): Promise<Map<number, SideRow>> {
  const wanted = changed.map(({ own, since }) => ({ memoryKey: own.key, upTo: since }))
  return byMemory(await versionsUpTo(sql, wanted))
}

async function headsOf(
  sql: Sql,
  memories: readonly MemoryRow[],
): Promise<ReadonlyMap<number, SideRow>> {
  if (memories.length === 0) return new Map()
  const wanted = memories.map(({ key, headSequence }) => ({ memoryKey: key, upTo: headSequence }))
  return byMemory(await versionsUpTo(sql, wanted))
}

const byMemory = (rows: readonly SideRow[]) => new Map(rows.map((row) => [row.memoryKey, row]))

/**
 * The memory of the origin that each is: the one that has the change which both have; what it became
 * when it was merged; or, of one that is new on both sides, the one at its path.
 */
async function counterpartsOf(
  sql: Sql,
  branch: OpenBranch,
  changed: readonly Changed[],
  bases: ReadonlyMap<number, SideRow>,
): Promise<Map<number, MemoryRow>> {
  const first = await versionsUpTo(
    sql,
    changed.map(({ own }) => ({ memoryKey: own.key, upTo: branch.sequence })),
  )
  const owners = await ownersOf(
    sql,
    branch.originKey,
    first.map(({ sequence }) => sequence),
  )
  const ownerOf = new Map(owners.map(({ sequence, memoryKey }) => [sequence, memoryKey]))
  const keys = new Map<number, number>()
  for (const { memoryKey, sequence } of first) {
    const owner = ownerOf.get(sequence)
    if (owner !== undefined) keys.set(memoryKey, owner)
  }
  for (const { own, agreed } of changed) {
    if (agreed && agreed.originMemoryKey !== null) keys.set(own.key, agreed.originMemoryKey)
  }
  const rows = await memoriesByKey(sql, [...new Set(keys.values())])
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  const counterparts = new Map<number, MemoryRow>()
  for (const [own, key] of keys) {
    const row = rowOf.get(key)
    if (row) counterparts.set(own, row)
  }
  const created = changed.filter(({ own }) => !keys.has(own.key) && !bases.has(own.key))
  await addCreatedSince(sql, branch, { created, counterparts })
  return counterparts
}

async function addCreatedSince(
  sql: Sql,
  branch: OpenBranch,
  { created, counterparts }: { created: readonly Changed[]; counterparts: Map<number, MemoryRow> },
): Promise<void> {
  const paths = created.flatMap(({ own }) => own.path ?? [])
  if (paths.length === 0) return
  const where = { storeKey: branch.originKey, after: branch.sequence, paths }
  const others = new Set(
    (await mergedMemories(sql, branch.storeKey)).flatMap((row) => row.originMemoryKey ?? []),
  )
  const rows = (await createdSince(sql, where)).filter(({ key }) => !others.has(key))
  const at = new Map(rows.map((row) => [row.path, row]))
  for (const { own } of created) {
    const row = own.path === null ? undefined : at.get(own.path)
    if (row) counterparts.set(own.key, row)
  }
}

/** A text, that there is none, or why it cannot be had. */
type Side = MemoryText | 'redacted' | 'damaged' | null

function sideOf(
  row: SideRow | null | undefined,
  contents: Awaited<ReturnType<typeof readContents>>,
): Side {
  if (!row || row.operation === 'deleted') return null
  if (row.path === null || row.sha256 === null) return 'redacted'
  const content = storedText(contents.get(row.sequence))
  if (content === null || content instanceof DamagedContent) return 'damaged'
  return { path: row.path, content }
}

function isAlike({ origin, branch }: Record<'origin' | 'branch', Side>): boolean {
  const [one, other] = [textOf(origin), textOf(branch)]
  return one !== null && one.path === other?.path && one.content === other.content
}

const textOf = (side: Side) => (side === 'redacted' || side === 'damaged' ? null : side)

function obstacleOf(sides: readonly Side[], isQuarantined: boolean): MergeObstacle | null {
  if (isQuarantined) return { reason: 'quarantined' }
  if (sides.includes('redacted')) return { reason: 'redacted' }
  return sides.includes('damaged') ? { reason: 'damaged' } : null
}

/** The memory's place for whoever reads of it. */
export function pathOf({ own, branch, base, origin }: BranchMemory): string {
  return own.path ?? branch?.path ?? base?.path ?? origin?.path ?? ''
}
