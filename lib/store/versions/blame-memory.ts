import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'
import { readStoredText, soundText } from '../contents/stored-content'
import type { MemoryVersion } from '../model/memory-version'
import { refuse } from '../model/problems'
import { memoryById } from '../write/sql/heads'
import { findStore } from '../write/store-transaction'
import { readingFrom, readSteps, versionsBetween } from './blame-reading'
import {
  type BlameState,
  stateAfter,
  VERSIONS_PER_STRETCH,
  type WrittenLine,
} from './blame-stretch'
import { keepAllOf } from './keep-blame'
import { type BlameSource, type KeptBlame, keptUpTo, NOTHING_KEPT } from './kept-blame'
import { requireVersion } from './read-versions'
import { versionsBySequence } from './sql/blame'
import { versionOf } from './version-of'

export interface BlameMemoryInput {
  storeId: string
  memoryId: string
  /** the version whose lines are blamed; left out: the newest with content */
  versionId?: string | undefined
}

/** Consecutive lines written by the same version, and brought back by the same if they were gone. */
export interface BlameRun {
  /** the first line, from 1 */
  line: number
  lines: string[]
  version: MemoryVersion
  /** the rollback that last brought them back; null: they were never gone */
  broughtBackBy: MemoryVersion | null
  /** whether an earlier version, redacted since or damaged, may already have written them */
  isOrEarlier: boolean
  /** the version before it, to compare with and to blame in turn; null: none is readable */
  before: MemoryVersion | null
  /** how many lines the version wrote, blank ones left out */
  wrote: number
}

/** Of more versions that no stretch has, all are kept first: what is read is not read again. */
const MAX_UNKEPT = 4 * VERSIONS_PER_STRETCH

/**
 * The version that wrote each line of a memory, across renames and deletions; what a restore, an
 * undo or a review brought back is of the version that had written it. Goes on from what is kept of
 * the versions before (keep-blame.ts), and keeps it if that is little; lines that a damaged version
 * may have written are `isOrEarlier`. Refuses `store_not_found`, `memory_not_found`,
 * `version_not_found`, `version_damaged` if it is the blamed one.
 */
export async function blameMemory(db: Database, input: BlameMemoryInput): Promise<BlameRun[]> {
  const { storeId, memoryId, versionId } = input
  const store = await findStore(db.read, storeId)
  const memory = await memoryById(db.read, store.key, memoryId)
  if (!memory) return refuse({ kind: 'memory_not_found', storeId, memoryId, path: null })
  const { sequence: upTo, ordinal } =
    versionId === undefined
      ? { sequence: memory.headSequence, ordinal: memory.versionCount }
      : await requireVersion(db.read, store.key, { storeId, versionId })
  const place = { storeKey: store.key, memoryKey: memory.key }
  const source: BlameSource = { sql: db.read, place, maybeYield: turns() }
  let kept = await keptUpTo(source, upTo)
  if (ordinal - kept.ordinal > MAX_UNKEPT) {
    await keepAllOf(db, { place, headSequence: memory.headSequence })
    kept = await keptUpTo(source, upTo)
  }
  const { shownSequence, lines } = await stateAt(source, kept, upTo)
  const content = await readStoredText(db.read, store.key, shownSequence)
  return runsOf(soundText(content ?? '').split('\n'), {
    lines,
    versions: await versionsOf(source, storeId, lines),
  })
}

async function stateAt(source: BlameSource, kept: KeptBlame, upTo: number): Promise<BlameState> {
  if (kept.through >= upTo) return kept.state
  const reading = await readingFrom(source, kept, upTo)
  // What is kept cannot be gone on from: all of it is read.
  if (!reading) return stateAt(source, NOTHING_KEPT, upTo)
  const { sql, place } = source
  const rows = versionsBetween(sql, place.memoryKey, { after: kept.through, upTo })
  let { state } = kept
  for await (const { step } of readSteps(source, reading, rows)) state = stateAfter(state, step)
  return state
}

/** The versions that lines tell of, by sequence. */
async function versionsOf(
  { sql, place }: BlameSource,
  storeId: string,
  lines: readonly WrittenLine[],
): Promise<Map<number, MemoryVersion>> {
  const told = lines.flatMap(({ writer, broughtBackBy }) => [
    writer.sequence,
    writer.before,
    broughtBackBy?.sequence ?? 0,
  ])
  const sequences = [...new Set(told)].filter((sequence) => sequence > 0)
  const versions = new Map<number, MemoryVersion>()
  for (const some of chunked(sequences, VERSIONS_PER_QUERY)) {
    for (const row of await versionsBySequence(sql, place.storeKey, some)) {
      versions.set(row.sequence, versionOf(row, storeId, null))
    }
  }
  return versions
}

const VERSIONS_PER_QUERY = 256

function runsOf(
  texts: readonly string[],
  blamed: { lines: readonly WrittenLine[]; versions: ReadonlyMap<number, MemoryVersion> },
): BlameRun[] {
  const runs: BlameRun[] = []
  const versionOfSequence = (sequence: number) => blamed.versions.get(sequence) ?? null
  blamed.lines.forEach(({ writer, broughtBackBy }, index) => {
    const line = texts[index] ?? ''
    const version = versionOfSequence(writer.sequence)
    // It was purged with its store.
    if (!version) return
    const back = broughtBackBy && versionOfSequence(broughtBackBy.sequence)
    const last = runs.at(-1)
    if (last?.version === version && last.broughtBackBy === back) {
      last.lines.push(line)
      return
    }
    const { isOrEarlier, before, wrote } = writer
    const run = { version, broughtBackBy: back, isOrEarlier, wrote }
    runs.push({ line: index + 1, lines: [line], ...run, before: versionOfSequence(before) })
  })
  return runs
}
