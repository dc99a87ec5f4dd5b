import type { Database } from '@/lib/db/database'
import type { ScanFinding } from '@/lib/scan/finding'
import { hygieneFindings } from '@/lib/scan/hygiene'
import { scan } from '@/lib/scan/scanner'
import { allMemories } from '@/lib/store/all-memories'
import { blameMemory } from '@/lib/store/blame-memory'
import type { ChangesetChange } from '@/lib/store/changeset-changes'
import { comparedLine } from '@/lib/text/compared-line'
import { splitLines } from '@/lib/text/lines'
import { memoryLinks } from '@/lib/text/memory-links'
import { turns } from '@/lib/turns'
import { addedLinesOf, type MemoryFacts } from './examine-memory'
import { hunksOf } from './hunks-of'
import type { Reason } from './model/attention'

/** A scan after the fact may take so long; past it the memory counts as not scanned. */
const SCAN_MS = 5_000

/** Stores up to this size are read whole to tell moved lines from lost ones; bytes. */
const MOST_BYTES = 8_000_000

/** A memory with more versions is not blamed: it would be read from its first one. */
const MOST_BLAMED = 300

const DAY_MS = 86_400_000

/** The changeset and the store that the changes are of. */
export interface ExaminedChangeset {
  key: number
  store_key: number
  store_id: string
  session_id: string | null
  actor_type: string
  actor_id: string
  first_changed_at: number
}

/** What is known of each of a changeset's changes besides itself, by the memory's key. */
export async function factsOf(
  db: Database,
  changeset: ExaminedChangeset,
  changes: readonly ChangesetChange[],
  signal?: AbortSignal,
): Promise<Map<number, MemoryFacts>> {
  const lines = await linesAround(db, changeset, changes, signal)
  const isFirst = await isFirstWrite(db, changeset)
  const facts = new Map<number, MemoryFacts>()
  for (const change of changes) {
    const reasons: Reason[] = []
    if (isFirst && facts.size === 0) reasons.push('first_write')
    if (await isFlipFlop(db, changeset, change)) reasons.push('flip_flop')
    facts.set(change.memoryKey, {
      ...lines,
      reasons,
      findings: await findingsIn(db, changeset.store_key, change),
      blame: await blameOf(db, changeset, change),
      isAppendUsual: await isAppendUsual(db, change.memoryKey),
    })
  }
  return facts
}

/**
 * The lines that stand in live memories now, and those that stood there before: the removed ones of
 * these changes included. Of a large store, only the changed memories are looked at.
 */
async function linesAround(
  db: Database,
  changeset: ExaminedChangeset,
  changes: readonly ChangesetChange[],
  signal: AbortSignal | undefined,
): Promise<Pick<MemoryFacts, 'stands' | 'stoodBefore'>> {
  const removed = new Set<string>()
  const added = new Set<string>()
  for (const { before, after } of changes) {
    const texts = {
      before: splitLines(before?.content ?? ''),
      after: splitLines(after?.content ?? ''),
    }
    const now = new Set(texts.after)
    const then = new Set(texts.before)
    for (const line of texts.before) if (!now.has(line)) collect(removed, line)
    for (const line of texts.after) if (!then.has(line)) collect(added, line)
  }
  const wanted = new Set([...removed, ...added])
  const standing = new Map<string, number>()
  const changed = new Set(changes.map(({ memoryId }) => memoryId))
  const isElsewhere = new Set<string>()
  const store = await db.read.get<{ byte_size: number }>(
    'SELECT byte_size FROM memory_stores WHERE key = ?',
    [changeset.store_key],
  )
  if (wanted.size > 0 && (store?.byte_size ?? 0) <= MOST_BYTES) {
    const giveWay = turns(signal)
    for await (const { id, content } of allMemories(db, { storeId: changeset.store_id, signal })) {
      for (const line of splitLines(content)) {
        const compared = comparedLine(line)
        if (compared === null || !wanted.has(compared)) continue
        standing.set(compared, (standing.get(compared) ?? 0) + 1)
        if (!changed.has(id)) isElsewhere.add(compared)
      }
      await giveWay()
    }
  } else {
    for (const line of added) standing.set(line, 1)
  }
  return {
    stands: (compared) => standing.has(compared),
    stoodBefore: (compared) => removed.has(compared) || isElsewhere.has(compared),
  }
}

function collect(into: Set<string>, line: string): void {
  const compared = comparedLine(line)
  if (compared !== null) into.add(compared)
}

async function findingsIn(
  db: Database,
  storeKey: number,
  change: ChangesetChange,
): Promise<readonly ScanFinding[]> {
  const lines = addedLinesOf(change)
  const path = change.after?.path
  if (lines.length === 0 || path === undefined) return []
  const outcome = await scan({ path, lines }, SCAN_MS)
  const linked = new Set(
    lines.flatMap(({ text }) => memoryLinks(path, text).flatMap((link) => link.paths)),
  )
  const there = await livePaths(db, storeKey, [...linked])
  const aging = hygieneFindings({ path, lines, exists: (each) => there.has(each), now: Date.now() })
  return [...(outcome.state === 'scanned' ? outcome.findings : []), ...aging]
}

const PATHS_A_QUERY = 500

async function livePaths(
  db: Database,
  storeKey: number,
  paths: readonly string[],
): Promise<Set<string>> {
  const asked = paths.slice(0, PATHS_A_QUERY)
  if (asked.length === 0) return new Set()
  const rows = await db.read.all<{ path: string }>(
    `SELECT path FROM path_nodes WHERE store_key = ? AND entry IS NOT NULL
       AND path IN (${asked.map(() => '?').join(', ')})`,
    [storeKey, ...asked],
  )
  // Links beyond the most asked about are taken to be alive.
  return new Set([...rows.map((row) => row.path), ...paths.slice(PATHS_A_QUERY)])
}

/** Whether the memory is back at an earlier content, against what another session had made of it. */
async function isFlipFlop(
  db: Database,
  changeset: ExaminedChangeset,
  { memoryKey, through }: ChangesetChange,
): Promise<boolean> {
  const row = await db.read.get<{ one: number }>(
    `SELECT 1 AS one FROM memory_versions v
     WHERE v.memory_key = ? AND v.sequence = ? AND v.sha256 IS NOT NULL
       AND EXISTS (SELECT 1 FROM memory_versions e WHERE e.memory_key = v.memory_key
         AND e.sequence < v.sequence AND e.sha256 = v.sha256
         AND (e.changeset_key IS NULL OR e.changeset_key <> ?)
         AND EXISTS (SELECT 1 FROM memory_versions o WHERE o.memory_key = v.memory_key
           AND o.sequence > e.sequence AND o.sequence < v.sequence AND o.sha256 <> v.sha256
           AND o.session_id IS NOT NULL AND o.session_id <> ?))`,
    [memoryKey, through, changeset.key, changeset.session_id ?? ''],
  )
  return row !== undefined
}

/** Which lines of the text before were a person's, or another session's of the last day. */
async function blameOf(
  db: Database,
  changeset: ExaminedChangeset,
  change: ChangesetChange,
): Promise<ReadonlyMap<number, Reason>> {
  const reasons = new Map<number, Reason>()
  const isRemoving = hunksOf(change).some(({ beforeCount }) => beforeCount > 0)
  if (!isRemoving || !change.before) return reasons
  const before = await db.read.get<{ id: string; ordinal: number }>(
    `SELECT id, ordinal FROM memory_versions WHERE memory_key = ? AND sequence < (
       SELECT min(sequence) FROM memory_versions WHERE memory_key = ? AND changeset_key = ?)
     ORDER BY sequence DESC LIMIT 1`,
    [change.memoryKey, change.memoryKey, changeset.key],
  )
  if (!before || before.ordinal > MOST_BLAMED) return reasons
  const runs = await blameMemory(db, {
    storeId: changeset.store_id,
    memoryId: change.memoryId,
    versionId: before.id,
  })
  // Others wrote in between: then the lines before are not those of one version.
  const blamed = runs.flatMap(({ lines }) => lines)
  if (blamed.join('\n') !== splitLines(change.before.content).join('\n')) return reasons
  for (const { line, lines, version } of runs) {
    const { createdBy, createdAt, sessionId, batch } = version
    const isPersons =
      createdBy.type === 'user' && batch?.kind !== 'history' && batch?.kind !== 'seed'
    const isRecent = createdAt > changeset.first_changed_at - DAY_MS
    const isOthers = sessionId !== null && sessionId !== changeset.session_id
    const reason: Reason | null = isPersons
      ? 'removes_persons_line'
      : isOthers && isRecent
        ? 'undoes_session'
        : null
    if (reason) for (const [index] of lines.entries()) reasons.set(line - 1 + index, reason)
  }
  return reasons
}

/** A key's first write in the store; each session is another agent, and says nothing. */
async function isFirstWrite(db: Database, changeset: ExaminedChangeset): Promise<boolean> {
  if (changeset.actor_type !== 'api_key') return false
  const earlier = await db.read.get(
    'SELECT 1 AS one FROM changesets WHERE store_key = ? AND actor_id = ? AND key < ? LIMIT 1',
    [changeset.store_key, changeset.actor_id, changeset.key],
  )
  return earlier === undefined
}

/** Decisions in a row that make adding at a memory's end usual. */
const USUAL = 20

async function isAppendUsual(db: Database, memoryKey: number): Promise<boolean> {
  const rows = await db.read.all<{ decision: string }>(
    'SELECT decision FROM hunk_decisions WHERE memory_key = ? ORDER BY key DESC LIMIT ?',
    [memoryKey, USUAL],
  )
  return rows.length === USUAL && rows.every(({ decision }) => decision === 'accepted')
}
