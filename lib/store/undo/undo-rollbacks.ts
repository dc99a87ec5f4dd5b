import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import {
  type ChainVersion,
  isEmptied,
  MEMORIES_PER_QUERY,
  type MemoryChain,
  memoryChains,
} from '../contents/memory-chains'
import { DamagedContent, readContents, storedText } from '../contents/stored-content'
import type { MemoryText } from '../model/memory-change'
import type { BatchKind } from '../model/memory-version'
import { type Rollback, storedTarget, type Target } from './rollback'
import type { ChosenVersion } from './sql/chosen-versions'
import { versionsOfKinds } from './sql/memories'
import { type ChainStep, takeBack } from './take-back'

/**
 * Others' versions to search for the one that changed the same lines; of more, the newest is named.
 */
const MAX_SUSPECTS = 100

export interface UndoRequest {
  storeKey: number
  /** in order of sequence */
  chosen: readonly ChosenVersion[]
  isForced: boolean
  maybeYield: () => Promise<void>
}

/** The rollback of the chosen versions for each of their memories, ordered by first chosen version. */
export async function undoRollbacks(sql: Sql, request: UndoRequest): Promise<Rollback[]> {
  const first = new Map<number, number>()
  for (const { memoryKey, sequence } of request.chosen) {
    if (!first.has(memoryKey)) first.set(memoryKey, sequence)
  }
  const wanted = [...first].map(([memoryKey, since]) => ({ memoryKey, since }))
  const isOwn = new Set(request.chosen.map(({ sequence }) => sequence))
  const rollbacks: Rollback[] = []
  for (const part of chunked(wanted, MEMORIES_PER_QUERY)) {
    for (const chain of await memoryChains(sql, part)) {
      const history = historyOf(chain, isOwn, first.get(chain.memory.key) ?? 0)
      rollbacks.push(await rollbackOf(sql, request, history))
      await request.maybeYield()
    }
  }
  return rollbacks
}

/** Consecutive versions that are either all own ones or all others'. */
export interface Run {
  isOwn: boolean
  versions: ChainVersion[]
}

/** A memory's versions since the first chosen one, and the one before it. */
export interface OwnHistory {
  memory: MemoryChain['memory']
  found: ChainVersion | null
  runs: Run[]
}

/** @param first the sequence of the first own version */
export function historyOf(
  { memory, versions }: MemoryChain,
  isOwn: ReadonlySet<number>,
  first: number,
): OwnHistory {
  const found = versions.find(({ sequence }) => sequence < first) ?? null
  const runs: Run[] = []
  for (const version of versions) {
    if (version.sequence < first) continue
    const own = isOwn.has(version.sequence)
    const last = runs.at(-1)
    if (last?.isOwn === own) last.versions.push(version)
    else runs.push({ isOwn: own, versions: [version] })
  }
  return { memory, found, runs: withoutDetours(runs) }
}

/** Drops runs of others that left everything as it was, such as an undo that was undone. */
function withoutDetours(runs: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const run of runs) {
    const before = kept.at(-1)
    if (before && !run.isOwn && isSameState(lastOf(before), lastOf(run))) continue
    if (before?.isOwn === run.isOwn) before.versions.push(...run.versions)
    else kept.push({ ...run, versions: [...run.versions] })
  }
  return kept
}

async function rollbackOf(sql: Sql, request: UndoRequest, history: OwnHistory): Promise<Rollback> {
  const { memory, found, runs } = history
  const target = storedTarget(request.storeKey, found)
  const newest = runs.at(-1)
  const isPutBack =
    newest !== undefined && !newest.isOwn && isSameState(lastOf(newest), found ?? null)
  if (runs.length <= 1 || isPutBack) {
    return found && isEmptied(found)
      ? { memory, target: null, obstacle: 'redacted' }
      : { memory, target }
  }
  const texts = await textsOf(sql, request, history)
  if ('obstacle' in texts) return { memory, target: null, obstacle: texts.obstacle }
  const { after, conflicts } = takeBack(texts.found, texts.steps, request.isForced)
  if (conflicts.length === 0 || request.isForced) {
    return { memory, target: mergedTarget(request, history, after) }
  }
  const forced = takeBack(texts.found, texts.steps, true).after
  const by = await writerOf(sql, request, history, texts, conflicts)
  return {
    memory,
    target: mergedTarget({ ...request, isForced: true }, history, forced),
    changedSince: { by: { type: by.actorType, id: by.actorId }, at: by.createdAt },
    readPartial: async (later) => {
      const again = await textsOf(later, request, history)
      return 'obstacle' in again ? null : takeBack(again.found, again.steps, false).partial
    },
  }
}

/** A text that no version holds. It is merged again when written, because a plan keeps no contents. */
function mergedTarget(
  request: UndoRequest,
  history: OwnHistory,
  state: MemoryText | null,
): Target | null {
  if (!state) return null
  const bytes = utf8Bytes(state.content)
  return {
    path: state.path,
    sha256: sha256Hex(bytes),
    size: bytes.length,
    read: async (sql) => {
      const texts = await textsOf(sql, request, history)
      if ('obstacle' in texts) return null
      const again = takeBack(texts.found, texts.steps, request.isForced).after
      return again ? utf8Bytes(again.content) : null
    },
  }
}

/** The source of contents; for `maybeYield` see lib/turns. */
export type ContentSource = Pick<UndoRequest, 'storeKey' | 'maybeYield'>

interface ChainTexts {
  found: MemoryText | null
  steps: ChainStep[]
}

/** The reason that a memory's states between runs cannot be read. */
export interface UnreadableTexts {
  obstacle: 'redacted' | 'damaged'
}

/** The states between the runs, with contents. */
async function textsOf(
  sql: Sql,
  source: ContentSource,
  history: OwnHistory,
): Promise<ChainTexts | UnreadableTexts> {
  return textsAmong(await stateTexts(sql, source, stopsOf(history)), history)
}

/** The same of several memories, whose contents are read together. */
export async function textsOfEach(
  sql: Sql,
  source: ContentSource,
  histories: readonly OwnHistory[],
): Promise<(ChainTexts | UnreadableTexts)[]> {
  const texts = await stateTexts(sql, source, histories.flatMap(stopsOf))
  return histories.map((history) => textsAmong(texts, history))
}

/** The versions between the runs, the one before them first. */
const stopsOf = ({ found, runs }: OwnHistory) => [found, ...runs.map(lastOf)]

type ReadableTexts = ReadonlyMap<number, MemoryText | 'damaged'>

function textsAmong(readable: ReadableTexts, history: OwnHistory): ChainTexts | UnreadableTexts {
  const all = stopsOf(history)
  if (all.some((version) => version && readable.get(version.sequence) === 'damaged')) {
    return { obstacle: 'damaged' }
  }
  const states = all.map((version) => stateIn(readable, version))
  const isComplete = all.every(
    (version, at) => !version || version.operation === 'deleted' || states[at] !== null,
  )
  if (!isComplete) return { obstacle: 'redacted' }
  const [first = null, ...others] = states
  return {
    found: first,
    steps: history.runs.map(({ isOwn }, at) => ({ isOwn, state: others[at] ?? null })),
  }
}

async function stateTexts(
  sql: Sql,
  { storeKey, maybeYield }: ContentSource,
  versions: readonly (ChainVersion | null)[],
): Promise<ReadableTexts> {
  const live = versions.flatMap((version) =>
    version && version.operation !== 'deleted' && version.path !== null
      ? [{ sequence: version.sequence, path: version.path }]
      : [],
  )
  const texts = new Map<number, MemoryText | 'damaged'>()
  const contents = await readContents(
    sql,
    storeKey,
    live.map(({ sequence }) => sequence),
    maybeYield,
  )
  for (const { sequence, path } of live) {
    const content = storedText(contents.get(sequence))
    if (content instanceof DamagedContent) texts.set(sequence, 'damaged')
    else if (content !== null) texts.set(sequence, { path, content })
  }
  return texts
}

/** Null: it has none, or none that can be read. */
function stateIn(texts: ReadableTexts, version: ChainVersion | null): MemoryText | null {
  const state = version && texts.get(version.sequence)
  return state && state !== 'damaged' ? state : null
}

/**
 * Finds others' version that changed the same lines; if several may have, or none is found, the
 * newest.
 */
async function writerOf(
  sql: Sql,
  source: ContentSource,
  history: OwnHistory,
  texts: ChainTexts,
  conflicts: readonly number[],
): Promise<ChainVersion> {
  const at = conflicts.at(-1) ?? -1
  const run = history.runs[at]
  if (!run) throw new Error('nobody changed what is in conflict')
  const suspects = run.versions
  const newest = lastOf(run)
  if (new Set(suspects.map(({ actorId }) => actorId)).size === 1) return newest
  if (suspects.length > MAX_SUSPECTS) return newest
  const contents = await stateTexts(sql, source, suspects)
  for (const suspect of suspects) {
    const state = stateIn(contents, suspect)
    if (!state && suspect.operation !== 'deleted') continue
    const steps = [...texts.steps.slice(0, at), { isOwn: false, state }]
    if (takeBack(texts.found, steps, false).conflicts.includes(at)) return suspect
  }
  return newest
}

function lastOf(run: Run): ChainVersion {
  const last = run.versions.at(-1)
  if (!last) throw new Error('a run of versions is empty')
  return last
}

function isSameState(one: ChainVersion, other: ChainVersion | null): boolean {
  const isGone = (version: ChainVersion | null) => !version || version.operation === 'deleted'
  if (isGone(one) || isGone(other)) return isGone(one) && isGone(other)
  return one.sha256 !== null && one.path === other?.path && one.sha256 === other.sha256
}

/** Batches whose versions bring back what was there before. */
export const ROLLBACKS = ['restore', 'undo', 'review'] as const satisfies readonly BatchKind[]

export type RollbackKind = (typeof ROLLBACKS)[number]

/** Returns whether versions of a batch of this kind bring back what was there before. */
export function isRollback(kind: BatchKind | null): kind is RollbackKind {
  return ROLLBACKS.some((each) => each === kind)
}

/** A version that was written by a rollback; the hash of what it left. */
export interface RollbackRow {
  memoryKey: number
  sequence: number
  sha256: string
  kind: RollbackKind
}

/** The rollbacks of some memories from one sequence to another, both included. */
export async function rollbacksOf(
  sql: Sql,
  memoryKeys: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<RollbackRow[]> {
  if (memoryKeys.length === 0) return []
  return versionsOfKinds(sql, { memoryKeys, kinds: ROLLBACKS, from, to })
}
