import type { Hash } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import type { HistoryStep } from '@/lib/store/apply-moment'
import type { Seed } from '@/lib/store/seeds'
import type { SeedAction, Side } from './decide'
import { MAX_ENTRIES, type SeedEntry, type SeedReport } from './seed-report'
import type { SeedTarget } from './seed-target'
import type { SourceChange } from './source'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** What a seed last wrote at a path. */
export interface SeedBase extends Side {
  /** the number of the version; 0 in a plan */
  sequence: number
}

/** `leave`: the store's stays, and somebody decides later; else one side's becomes the newest version. */
export type ConflictChoice = 'leave' | 'source' | 'store'

/** A seeding under way: the bases that it compares with, and what it has done. */
export interface Seeding {
  db: Database
  storeId: string | null
  /** null in a plan */
  seed: Seed | null
  target: SeedTarget
  /** bytes; larger contents are skipped */
  maxContentBytes: number
  cause: Cause
  /** whether versions are recorded with the actors that an export of ours names, not only with authors' names */
  trustsActors: boolean
  bases: Map<string, SeedBase>
  /** what other seeds of the store wrote last at a path, newest first */
  othersBases: Map<string, SeedBase[]>
  /** paths that the source has */
  seen: Set<string>
  /** paths of which, and of what is below them, the source could not tell what they hold */
  unread: Set<string>
  /** paths of a snapshot that wait until what overlaps them, and is gone from the source, is deleted; null: nothing waits */
  waiting: Set<string> | null
  /** ids of the memories that the source numbers; '' in a plan */
  born: Map<number, string>
  /** where and when those memories were born that an earlier run took over */
  bornEarlier: Map<number, { path: string; at: number }>
  /** the newest entry of each path */
  entries: Map<string, SeedEntry>
  /** changes of which it is noted what cannot be taken; one may be planned twice */
  noted: WeakSet<SourceChange>
  report: SeedReport
  /** to be awaited between changes: others have their turn, and whoever left stops a plan */
  giveWay: () => Promise<void>
  /** what is done where source and store both changed a path */
  onConflict: ConflictChoice
  /** what the source has at paths in conflict; null: nothing any more */
  inConflict: Map<string, string | null>
  /** bytes of these; past a bound they are not kept */
  inConflictBytes: number
  /** of all that is planned, so that a plan can be told from another */
  fingerprint: Hash
  /** whether sessions that a history names are sessions of this server that have the store; by their ids */
  sessionsHere: Map<string, boolean>
  /** authors whose names are known to the store already */
  named: Set<string>
}

/** What one change of a moment asks of the store. */
export interface Planned {
  change: SourceChange
  action: SeedAction
  steps: HistoryStep[]
  /** what the seed knows of a path afterwards: the version of that step, what it knew before of another, or nothing */
  leaves: { path: string; base: { step: number } | SeedBase | null }[]
}

/** Notes what became of a path; the newest note holds, and is counted. */
export function count(
  seeding: Seeding,
  path: string,
  action: SeedAction,
  reason: SeedReason | null,
): void {
  const { counts } = seeding.report
  const earlier = seeding.entries.get(path)
  // In a history the same path comes again and again; each step that did something counts.
  const isQuiet = action === 'unchanged' || action === 'keep'
  if (earlier && isQuiet) return
  counts[action]++
  if (action !== 'conflict') seeding.inConflict.delete(path)
  seeding.fingerprint.update(JSON.stringify([path, action, reason]))
  if (earlier || seeding.entries.size < MAX_ENTRIES) {
    seeding.entries.set(path, { path, action, reason })
  }
}

/**
 * What a path is compared with: what this seed last wrote there; but what another seed wrote since,
 * where the source still says that, or where the store still holds it. So nobody but seeds has
 * touched the path, whichever way the same files came in.
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

/** Notes a conflict, with what the source has there: somebody is to see both sides. */
export function noteConflict(
  seeding: Seeding,
  path: string,
  reason: SeedReason,
  content: string | null,
): void {
  count(seeding, path, 'conflict', reason)
  seeding.fingerprint.update(content ?? '')
  seeding.inConflictBytes += content?.length ?? 0
  if (seeding.inConflictBytes <= MAX_CONFLICT_BYTES) seeding.inConflict.set(path, content)
}
