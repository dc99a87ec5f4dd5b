import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { changesetChanges } from '@/lib/store/changes/changeset-changes'
import type { Actor } from '@/lib/store/model/actor'
import { releaseReviewed } from '@/lib/store/quarantine/quarantines'
import { type ChosenLines, withChosenReverted, withOthersReverted } from '@/lib/text/chosen-lines'
import { getChangeset } from '../changesets/list-changesets'
import { recountChangeset } from '../changesets/recount-changeset'
import { DECISION_COLUMNS, type DecisionRow, hunkValues } from '../hunks/hunk-rows'
import type { ExaminedHunk } from '../model/changeset'
import { type Decision, type HunkName, hunkId, isSameHunk, parseHunkId } from '../model/hunk'
import { refuseReview } from '../model/review-problems'
import { suspendSampled } from '../policy/policy-standing'

/** What a reviewer says of one hunk. */
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
    const changeset = await tx.get<{ key: number; store_key: number }>(
      `SELECT key, store_key FROM changesets WHERE id = ? ${tx.forUpdate}`,
      [changesetId],
    )
    if (!changeset) return refuseReview({ kind: 'changeset_not_found', changesetId })
    if (await hasWritten(tx, changeset.key, input.reviewer)) {
      refuseReview({ kind: 'own_changes', changesetId })
    }
    for (const [memoryId, versionId] of Object.entries(input.through ?? {})) {
      const present = await presentVersion(tx, changeset.key, memoryId)
      if (present !== null && present !== versionId) {
        refuseReview({ kind: 'memory_grown', changesetId, memoryId, versionId: present })
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
        const { store_key: storeKey, key: changesetKey } = changeset
        await suspendSampled(tx, { storeKey, changesetKey, memoryKey, through: name.through })
      }
      touched.add(memoryKey)
    }
    await recountChangeset(tx, changeset.key, [...touched])
    for (const memoryKey of touched) await dropLeftBehind(tx, changeset.key, memoryKey)
    tx.touch(changeset.store_key)
    const now = await tx.get<{ open_hunks: number; revision: number }>(
      'SELECT open_hunks, revision FROM changesets WHERE key = ?',
      [changeset.key],
    )
    return { openHunks: now?.open_hunks ?? 0, revision: now?.revision ?? 0, decidedAt }
  })
  const released = await releaseReviewed(db, { changesetId, cause: { actor: reviewer } })
  return { ...decided, released }
}

/**
 * Whether a key wrote some of a changeset itself: as its actor, or in the name of the session that
 * it claimed. People may decide about everything.
 */
async function hasWritten(tx: WriteSql, changesetKey: number, reviewer: Actor): Promise<boolean> {
  if (reviewer.type !== 'api_key') return false
  const own = await tx.get(
    `SELECT 1 FROM memory_versions
     WHERE changeset_key = ? AND actor_type = ? AND actor_id = ? LIMIT 1`,
    [changesetKey, reviewer.type, reviewer.id],
  )
  return own !== undefined
}

/** The changeset's newest version of a memory; null: it has none. */
async function presentVersion(
  tx: WriteSql,
  changesetKey: number,
  memoryId: string,
): Promise<string | null> {
  const row = await tx.get<{ id: string }>(
    `SELECT v.id FROM memories m CROSS JOIN memory_versions v
     WHERE m.id = ? AND v.memory_key = m.key AND v.changeset_key = ?
     ORDER BY v.sequence DESC LIMIT 1`,
    [memoryId, changesetKey],
  )
  return row?.id ?? null
}

/** What was decided about an earlier state of a memory, once all of the present one is decided. */
async function dropLeftBehind(
  tx: WriteSql,
  changesetKey: number,
  memoryKey: number,
): Promise<void> {
  await tx.run(
    `DELETE FROM hunk_decisions WHERE changeset_key = ? AND memory_key = ?
       AND decision <> 'accepted' AND applied_at IS NULL AND through_sequence < (
         SELECT m.through_sequence FROM changeset_memories m
         WHERE m.changeset_key = hunk_decisions.changeset_key
           AND m.memory_key = hunk_decisions.memory_key AND m.open_hunks = 0)`,
    [changesetKey, memoryKey],
  )
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
  const row = await tx.get<{
    memory_key: number
    through_sequence: number
    hunks: string
    newest: number | null
    changed_at: number | null
  }>(
    `SELECT c.memory_key, c.through_sequence, c.hunks, (SELECT max(v.sequence) FROM memory_versions v
       WHERE v.memory_key = c.memory_key AND v.changeset_key = c.changeset_key) AS newest,
       (SELECT v.created_at FROM memory_versions v
         WHERE v.store_key = m.store_key AND v.sequence = c.through_sequence) AS changed_at
     FROM memories m CROSS JOIN changeset_memories c
     WHERE m.id = ? AND c.memory_key = m.key AND c.changeset_key = ?`,
    [name.memoryId, changesetKey],
  )
  if (!row) return 'hunk_not_found'
  if (row.newest !== name.through || row.through_sequence !== name.through) return 'hunk_changed'
  const { memory_key: memoryKey, changed_at: changedAt } = row
  return { memoryKey, changedAt, hunks: JSON.parse(row.hunks) as ExaminedHunk[] }
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
  const hunk = [changesetKey, memoryKey, name.through, ...hunkValues(name)]
  const made = await tx.get<DecisionRow>(
    `SELECT ${DECISION_COLUMNS} FROM hunk_decisions d WHERE d.changeset_key = ? AND d.memory_key = ?
       AND d.through_sequence = ? AND d.kind = ? AND d.before_from = ? AND d.before_count = ?
       AND d.after_from = ? AND d.after_count = ?`,
    hunk,
  )
  const { shownDecidedAt } = decision
  if (shownDecidedAt !== undefined && shownDecidedAt !== (made?.decided_at ?? null)) {
    refuseReview({ kind: 'already_decided', changesetId, hunkId: hunkId(name) })
  }
  if (made) {
    const isOwn = made.actor_type === reviewer.type && made.actor_id === reviewer.id
    if (!isOwn || made.applied_at !== null) {
      refuseReview({ kind: 'already_decided', changesetId, hunkId: hunkId(name) })
    }
    await tx.run('DELETE FROM hunk_decisions WHERE key = ?', [made.key])
  }
  if (decision.decision === null) return
  await tx.run(
    `INSERT INTO hunk_decisions (changeset_key, memory_key, through_sequence, kind, before_from,
       before_count, after_from, after_count, decision, content, seen, actor_type, actor_id,
       decided_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...hunk,
      decision.decision,
      decision.decision === 'edited' ? (decision.content ?? '') : null,
      Number(decision.seen),
      reviewer.type,
      reviewer.id,
      decidedAt,
      changedAt,
    ],
  )
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
  const { storeId } = await getChangeset(db, changesetId)
  const memory = await db.read.get<{ key: number }>('SELECT key FROM memories WHERE id = ?', [
    hunk.memoryId,
  ])
  const [change] = await changesetChanges(db, {
    storeId,
    changesetId,
    memories: memory ? [{ memoryKey: memory.key, until: hunk.through }] : [],
  })
  if (!change) return refuseReview({ kind: 'hunk_not_found', changesetId, hunkId })
  const of = decision === 'rejected' ? withChosenReverted : withOthersReverted
  const [before, after] = [change.before?.content ?? '', change.after?.content ?? '']
  const content = of({ before, after, hunk, chosen: lines })
  return { hunkId, decision: 'edited', content, seen: true }
}
