import type { Hash } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import type { HistoryStep } from '@/lib/store/model/history-step'
import type { StoreProblem } from '@/lib/store/model/problems'
import type { RedactedWhere } from '@/lib/store/redaction/redacted-where'
import { compareInTree } from '@/lib/text/natural-order'
import { sortInTurns } from '@/lib/text/sort-in-turns'
import type { Seed } from '@/lib/store/seeding/seeds'
import type { SeedAction, Side } from './decide'
import type { PlannedTexts } from './planned-texts'
import { isWritten, type MemoryEffects } from './memory-effects'
import {
  MAX_CONFLICT_CHARACTERS,
  MAX_CONFLICTS,
  MAX_ENTRIES,
  type SeedConflict,
  type SeedEntry,
  type SeedReport,
} from './seed-report'
import type { SeedTarget } from './seed-target'
import type { SourceChange } from './source'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** The content that a seed last wrote at a path. */
export interface SeedBase extends Side {
  /** the number of the version; 0 in a plan */
  sequence: number
  /** whether the store had that text there when the seeding began, or has it from this seeding */
  isCurrent: boolean
}

/**
 * `leave`: the store's stays until a person decides; else that side's becomes the newest version.
 */
export type ConflictChoice = 'leave' | 'source' | 'store'

/** A seeding in progress: the bases that it compares with, and its results so far. */
export interface Seeding {
  db: Database
  storeId: string | null
  /** null in a plan */
  seed: Seed | null
  target: SeedTarget
  /** bytes; larger contents are skipped */
  maxContentBytes: number
  cause: Cause
  /** keeps for a person what the store's policy holds; null: nobody does */
  hold: HoldWrites | null
  /** by path of the source, what the policy holds and is not kept yet: of a history the newest */
  held: Map<string, HeldChange>
  /** bytes of their texts */
  heldBytes: number
  /** whether versions get the actors named in an export of ours, not only authors' names */
  trustsActors: boolean
  bases: Map<string, SeedBase>
  /** the content that other seeds of the store last wrote at a path, newest first */
  othersBases: Map<string, SeedBase[]>
  /** paths that the source has */
  seen: Set<string>
  /** paths whose content, and that of everything below them, the source could not read */
  unread: Set<string>
  /**
   * paths of a snapshot that wait for the deletion of overlapping paths gone from the source; null:
   * nothing waits
   */
  waiting: Set<string> | null
  /** ids of the memories that the source numbers; '' in a plan */
  inserted: Map<number, string>
  /** path and time of insertion of those memories, from earlier runs */
  insertedEarlier: Map<number, { path: string; at: number }>
  /** the newest entry of each path */
  entries: Map<string, SeedEntry>
  /** texts that the source has besides what it has at a path, and that were not taken */
  surplus: Map<string, SeedReason>
  /** paths of left-outs that the source no longer has */
  ended: Set<string>
  /** what is known of redactions in the store; null: it is a new one */
  redacted: RedactedWhere | null
  /** by path, that what was written there may bring back what was redacted */
  warnings: Map<string, SeedReason>
  /** the effects, by memory */
  effects: MemoryEffects
  /** what a plan makes of each text; null in a run */
  texts: PlannedTexts | null
  /** paths that the person who saw the plan left out */
  leftOut: ReadonlySet<string>
  /** changes whose refusal is noted already; a change may be planned twice */
  noted: WeakSet<SourceChange>
  report: SeedReport
  /**
   * to be awaited between changes: yields to other work, and throws in a plan whose caller
   * disconnected
   */
  maybeYield: () => Promise<void>
  /** the choice for a path that source and store both changed, unless `decisions` has it */
  onConflict: ConflictChoice
  /** by path */
  decisions: ReadonlyMap<string, ConflictChoice>
  /** the conflicts of a plan by path; null in a run */
  shown: Map<string, SeedConflict> | null
  /** characters of their texts */
  shownCharacters: number
  /** the source's text at paths in conflict; null: deleted there */
  inConflict: Map<string, string | null>
  /** bytes of these; texts beyond a limit are not kept */
  inConflictBytes: number
  /** over everything planned, to tell plans apart */
  fingerprint: Hash
  /** by id, whether a session named in the history is one of this server with the store attached */
  sessionsHere: Map<string, boolean>
  /** authors whose names the store already has */
  named: Set<string>
}

/** The planned steps for one change of a moment. */
export interface Planned {
  change: SourceChange
  action: SeedAction
  steps: HistoryStep[]
  /**
   * the seed's base for a path afterwards: the version of that step, an earlier base of another
   * path, or none
   */
  leaves: { path: string; base: { step: number } | SeedBase | null }[]
}

/** A change that the store's policy holds. */
export interface HeldChange {
  planned: Planned
  problem: HeldByPolicy
}

export type HeldByPolicy = Extract<StoreProblem, { kind: 'held_by_policy' }>

/** A write of an import as it can be run again, with why it is held. */
export interface HeldWrite {
  problem: HeldByPolicy
  command:
    | { kind: 'put'; path: string; content: string }
    | {
        kind: 'update'
        memoryId: string
        path: string
        content: string | undefined
        contentSha256: string
        whenPathTaken: 'refuse'
      }
    | { kind: 'delete'; memoryId: string; contentSha256: string }
}

/** Keeps writes for a person, and returns the ids of their proposals; null: the store is gone. */
export type HoldWrites = (writes: readonly HeldWrite[]) => Promise<(string | null)[]>

/** Notes what a step of the source did at a path; the newest note is the one that counts. */
export function noteResult(
  seeding: Seeding,
  path: string,
  action: SeedAction,
  reason: SeedReason | null,
): void {
  if (seeding.entries.has(path) && isQuiet(action)) return
  if (action !== 'conflict') seeding.inConflict.delete(path)
  seeding.fingerprint.update(JSON.stringify([path, action, reason]))
  seeding.entries.set(path, { path, action, reason })
}

/** Notes a text that the source has at a path besides the one that counts there. */
export function noteSurplus(seeding: Seeding, path: string, reason: SeedReason): void {
  seeding.fingerprint.update(JSON.stringify([path, 'skip', reason]))
  seeding.surplus.set(path, reason)
}

/** Notes that the source no longer has what was skipped at a path. */
export function noteEnded({ entries, ended }: Seeding, path: string): void {
  if (entries.get(path)?.action === 'skip') entries.delete(path)
  ended.add(path)
}

const isQuiet = (action: SeedAction) => action === 'unchanged' || action === 'keep'

/**
 * Completes the report: the action on each memory, however many versions that took, and what was
 * not taken, in the order of the tree. `standing`: the results of earlier runs that still hold.
 */
export async function summarise(
  { report, entries, surplus, effects, texts, shown, maybeYield }: Seeding,
  standing: readonly SeedEntry[],
): Promise<void> {
  const told: SeedEntry[] = []
  for (const entry of entries.values()) if (!isWritten(entry.action)) told.push(entry)
  for (const { path, action } of effects.all()) {
    const newest = entries.get(path)
    const reason = newest && isWritten(newest.action) ? newest.reason : null
    await maybeYield()
    const text = action === 'delete' ? await texts?.end(path) : texts?.of(path)
    told.push({ path, action, reason, ...(text ? { text } : {}) })
  }
  told.push(...standing)
  const placeOf = new Map(told.map(({ path }, place) => [path, place]))
  for (const [path, reason] of surplus) {
    const place = placeOf.get(path)
    const known = place === undefined ? undefined : told[place]
    const entry = withSurplus(known, { path, action: 'skip', reason })
    if (place !== undefined && entry.isOfOne) told[place] = entry.told
    else if (known?.action !== 'skip') told.push(entry.told)
  }
  for (const { action } of told) report.counts[action]++
  const inOrder = <Entry extends { path: string }>(some: readonly Entry[]) =>
    sortInTurns(some, (one, other) => compareInTree(one.path, other.path), maybeYield)
  report.entries = await inOrder(told.slice(0, MAX_ENTRIES))
  report.conflicts = await inOrder([...(shown?.values() ?? [])])
}

/**
 * Combines a text that was left out at a path with what else happened there. A file with changes
 * that are not committed is told once, whichever of its texts was taken; of a path that the source
 * has twice each is told.
 */
function withSurplus(
  known: SeedEntry | undefined,
  surplus: SeedEntry,
): { told: SeedEntry; isOfOne: boolean } {
  const { reason } = surplus
  if (!known || !reason || !isUncommitted(reason)) return { told: surplus, isOfOne: false }
  if (known.action === 'unchanged') return { told: surplus, isOfOne: true }
  const left: SeedReason =
    reason.code === 'not_committed' ? { code: 'changes_not_committed' } : reason
  return { told: { ...known, reason: known.reason ?? left }, isOfOne: true }
}

/** Returns whether it was left out since it was not committed: every run reads all of these. */
export const isUncommitted = ({ code }: SeedReason) =>
  code === 'not_committed' || code === 'deletion_not_committed'

/**
 * The base for a path: what this seed last wrote there, unless another seed wrote since and the
 * source or the store still has that. Then only seeds have touched the path, whichever way the
 * files came in.
 */
export function baseOf(
  seeding: Seeding,
  path: string,
  { head, source }: { head: Side | null; source: Side | null },
): SeedBase | null {
  const own = seeding.bases.get(path)
  if (own && own.sha256 === source?.sha256) return own
  const others = seeding.othersBases.get(path) ?? []
  const [newest] = others
  const isNewest = newest !== undefined && newest.sequence > (own?.sequence ?? 0)
  if (isNewest && newest.sha256 === source?.sha256) return newest
  return others.find(({ sha256 }) => sha256 === head?.sha256) ?? own ?? newest ?? null
}

const MAX_CONFLICT_BYTES = 64 * 1024 * 1024

/** Notes a conflict with the source's text, so that a person can see both sides. */
export function noteConflict(
  seeding: Seeding,
  path: string,
  reason: SeedReason,
  content: string | null,
): void {
  noteResult(seeding, path, 'conflict', reason)
  seeding.fingerprint.update(content ?? '')
  seeding.inConflictBytes += content?.length ?? 0
  if (seeding.inConflictBytes <= MAX_CONFLICT_BYTES) seeding.inConflict.set(path, content)
}

/**
 * Notes for a plan what the store had before and what the source has last, so that a person can
 * decide; and binds the plan to both.
 */
export function showConflict(
  seeding: Seeding,
  path: string,
  sides: { stores: string | null | undefined; sources: string | null },
): void {
  const { shown } = seeding
  if (!shown) return
  const earlier = shown.get(path)
  if (!earlier && shown.size >= MAX_CONFLICTS) return
  const stores = earlier ? earlier.sides?.stores : sides.stores
  const characters = (stores?.length ?? 0) + (sides.sources?.length ?? 0)
  const kept = (earlier?.sides?.stores?.length ?? 0) + (earlier?.sides?.sources?.length ?? 0)
  const total = seeding.shownCharacters - kept + characters
  const isShown = stores !== undefined && total <= MAX_CONFLICT_CHARACTERS
  seeding.shownCharacters = isShown ? total : seeding.shownCharacters - kept
  shown.set(path, { path, sides: isShown ? { stores, sources: sides.sources } : null })
}
