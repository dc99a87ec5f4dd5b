import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { releaseReviewed } from '@/lib/store/quarantine/quarantines'
import { type ChosenLines, withChosenReverted, withOthersReverted } from '@/lib/text/chosen-lines'
import { recountChangeset } from '@/lib/store/events/recount-changeset'
import { storedHunks } from '../changesets/stored-hunks'
import { changeOfHunk } from '../hunks/change-of-hunk'
import type { ExaminedHunk } from '../model/changeset'
import { type Decision, type HunkName, hunkId, isSameHunk, parseHunkId } from '../model/hunk'
import { refuseReview } from '../model/review-problems'
import { suspendSampled } from '../policy/policy-standing'
import {
  examinedIn,
  openWork,
  lockedChangeset,
  newestVersionIn,
  wroteIn,
} from './sql/decided-changesets'
import { decisionAbout, deleteDecision, deleteLeftBehind, insertDecision } from './sql/decisions'

/** A reviewer's decision about one hunk. */
export interface HunkDecision {
  /** see `hunkId` */
  hunkId: string
  /** null: takes the reviewer's own decision back */
  decision: Decision | null
  /** of `edited`: what the hunk's lines are to become */
  content?: string | undefined
  /** whether the hunk was unfolded on the reviewer's screen */
  seen: boolean
  /**
   * when the decision was made that the reviewer was shown, milliseconds since 1970; null: none was
   * shown; left out: the reviewer's own is replaced, whichever it is
   */
  shownDecidedAt?: number | null | undefined
}

export interface DecideHunksInput {
  changesetId: string
  decisions: readonly HunkDecision[]
  /** of memories, the changeset's version that was shown; if it is another now, nothing is recorded */
  through?: Readonly<Record<string, string>> | undefined
  reviewer: Actor
}

export interface DecidedHunks {
  openHunks: number
  /** grows with every change of the changeset */
  revision: number
  /** when all of them were made, milliseconds since 1970 */
  decidedAt: number
  /** memories that left their quarantine by it */
  released: number
}

/**
 * Records decisions about hunks of a changeset, all or none. Accepting is done with that; what is
 * rejected or edited lies in the reviewer's tray until it is applied (review page, Accepting and
 * rejecting). A memory in quarantine of which all is accepted or applied is released. An earlier
 * decision of the same reviewer is replaced unless it was applied.
 *
 * Refuses `changeset_not_found`; `own_changes` to a key that wrote some of the changeset;
 * `memory_grown`; `hunk_not_found`; `hunk_changed` if one of the hunks is not as it was shown;
 * `already_decided` if somebody else decided one, or if another decision stands than the one that
 * was shown.
 */
export async function decideHunks(db: Database, input: DecideHunksInput): Promise<DecidedHunks> {
  const { changesetId, reviewer } = input
  const decided = await db.write(async (tx) => {
    const changeset = await lockedChangeset(tx, changesetId)
    if (!changeset) return refuseReview({ kind: 'changeset_not_found', changesetId })
    if (await hasWritten(tx, changeset.key, input.reviewer)) {
      refuseReview({ kind: 'own_changes', changesetId })
    }
    for (const [memoryId, versionId] of Object.entries(input.through ?? {})) {
      const present = await newestVersionIn(tx, changeset.key, memoryId)
      if (present && present.id !== versionId) {
        refuseReview({ kind: 'memory_grown', changesetId, memoryId, versionId: present.id })
      }
    }
    const decidedAt = Date.now()
    const touched = new Set<number>()
    const shown = new Map<string, Awaited<ReturnType<typeof memoryShown>>>()
    for (const decision of input.decisions) {
      const { hunkId: id } = decision
      const name = parseHunkId(id)
      if (!name) return refuseReview({ kind: 'hunk_not_found', changesetId, hunkId: id })
      const place = `${name.memoryId} ${name.through}`
      const memory = shown.get(place) ?? (await memoryShown(tx, changeset.key, name))
      shown.set(place, memory)
      if (typeof memory === 'string') {
        return refuseReview({ kind: memory, changesetId, hunkId: id })
      }
      if (!memory.hunks.some((hunk) => isSameHunk(hunk, name))) {
        return refuseReview({ kind: 'hunk_changed', changesetId, hunkId: id })
      }
      const { memoryKey, changedAt } = memory
      const about = { changesetKey: changeset.key, memoryKey, changedAt, name }
      await decide(tx, { ...input, ...about, decision, decidedAt })
      if (decision.decision === 'rejected') {
        const { storeKey, key: changesetKey } = changeset
        await suspendSampled(tx, { storeKey, changesetKey, memoryKey, through: name.through })
      }
      touched.add(memoryKey)
    }
    await recountChangeset(tx, changeset.key, [...touched])
    for (const memoryKey of touched) {
      await deleteLeftBehind(tx, { changesetKey: changeset.key, memoryKey })
    }
    tx.touch(changeset.storeKey)
    const now = await openWork(tx, changeset.key)
    return { openHunks: now?.openHunks ?? 0, revision: now?.revision ?? 0, decidedAt }
  })
  const released = await releaseReviewed(db, { changesetId, cause: { actor: reviewer } })
  return { ...decided, released }
}

/**
 * Returns whether a key wrote some of a changeset itself: as its actor, or in the name of the
 * session that it claimed. People may decide about everything.
 */
export async function hasWritten(
  sql: Sql,
  changesetKey: number,
  reviewer: Actor,
): Promise<boolean> {
  return reviewer.type === 'api_key' && (await wroteIn(sql, changesetKey, reviewer))
}

interface ShownMemory {
  memoryKey: number
  /** when the version that was shown was written, milliseconds since 1970 */
  changedAt: number | null
  hunks: readonly ExaminedHunk[]
}

/** The hunk's memory in the changeset, or why it is not as it was shown. */
async function memoryShown(
  tx: WriteSql,
  changesetKey: number,
  name: HunkName,
): Promise<ShownMemory | 'hunk_not_found' | 'hunk_changed'> {
  const row = await examinedIn(tx, changesetKey, name.memoryId)
  if (!row) return 'hunk_not_found'
  if (row.newest !== name.through || row.throughSequence !== name.through) return 'hunk_changed'
  return { memoryKey: row.memoryKey, changedAt: row.changedAt, hunks: storedHunks(row.hunks) }
}

interface Deciding extends Pick<DecideHunksInput, 'changesetId' | 'reviewer'> {
  changesetKey: number
  memoryKey: number
  changedAt: number | null
  name: HunkName
  decision: HunkDecision
  decidedAt: number
}

async function decide(tx: WriteSql, input: Deciding): Promise<void> {
  const { changesetId, changesetKey, memoryKey, changedAt, name, decision, reviewer, decidedAt } =
    input
  const about = { changesetKey, memoryKey, throughSequence: name.through, hunk: name }
  const made = await decisionAbout(tx, about)
  const { shownDecidedAt } = decision
  if (shownDecidedAt !== undefined && shownDecidedAt !== (made?.decidedAt ?? null)) {
    refuseReview({ kind: 'already_decided', changesetId, hunkId: hunkId(name) })
  }
  if (made) {
    const isOwn = made.actorType === reviewer.type && made.actorId === reviewer.id
    if (!isOwn || made.appliedAt !== null) {
      refuseReview({ kind: 'already_decided', changesetId, hunkId: hunkId(name) })
    }
    await deleteDecision(tx, made.key)
  }
  if (decision.decision === null) return
  await insertDecision(tx, about, {
    decision: decision.decision,
    content: decision.decision === 'edited' ? (decision.content ?? '') : null,
    seen: Number(decision.seen),
    actorType: reviewer.type,
    actorId: reviewer.id,
    decidedAt,
    changedAt,
  })
}

export interface LinesDecision {
  /** of lines, or of a memory that was created; see `hunkId` */
  hunkId: string
  /** `accepted`: only the chosen lines stay; `rejected`: only they go back */
  decision: 'accepted' | 'rejected'
  lines: ChosenLines
}

/**
 * The decision that does to some lines of a hunk what was said of them: `edited`, with what the
 * hunk's lines are to become. It is recorded by `decideHunks`. Refuses `changeset_not_found`,
 * `hunk_not_found`.
 */
export async function decisionAboutLines(
  db: Database,
  changesetId: string,
  { hunkId, decision, lines }: LinesDecision,
): Promise<HunkDecision> {
  const hunk = parseHunkId(hunkId)
  const isOfLines = hunk?.kind === 'lines' || hunk?.kind === 'created'
  if (!hunk || !isOfLines) return refuseReview({ kind: 'hunk_not_found', changesetId, hunkId })
  const change = await changeOfHunk(db, changesetId, hunk)
  if (!change) return refuseReview({ kind: 'hunk_not_found', changesetId, hunkId })
  const of = decision === 'rejected' ? withChosenReverted : withOthersReverted
  const [before, after] = [change.before?.content ?? '', change.after?.content ?? '']
  const content = of({ before, after, hunk, chosen: lines })
  return { hunkId, decision: 'edited', content, seen: true }
}
