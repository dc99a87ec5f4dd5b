import { createReadStream, existsSync } from 'node:fs'
import type { Database } from '@/lib/db/database'
import type { Job, JobControl } from '@/lib/jobs/job'
import { startJob, type StartedJob } from '@/lib/jobs/run-job'
import { utf8Bytes } from '@/lib/text/content'
import { turns } from '@/lib/turns'
import type { Actor, Cause } from './actor'
import { compact } from './compaction'
import { findInConversations, rewriteSession, runsHaveReadAgain } from './core/conversation-places'
import { emptyVersions } from './core/empty-versions'
import { requireMemory } from './core/find'
import { beginBatch, changeStore } from './core/ledger'
import { readText } from './core/stored-content'
import type { VersionRow } from './core/rows'
import { rewriteRemarks } from './core/remark-places'
import { requireVersion } from './core/versions'
import { revise, stateOf } from './core/write-memory'
import { findText, keysOf, type TextPlaceFound } from './find-text'
import { checkContent, checkPath } from './input'
import { refuse } from './problems'
import { refuseAgents } from './redact-version'

export interface RedactTextInput {
  /** exactly this text is to be gone */
  text: string
  /** the stores; left out: all, and what belongs to none */
  storeIds?: readonly string[] | undefined
  /** what stands in heads, paths and remarks instead; must not contain the text */
  replacement: string
  cause: Cause
}

/** What a redaction did, and the proof of it; the `result` of its job. Holds no content. */
export interface RedactionReceipt {
  redactedBy: Actor
  /** milliseconds since 1970 */
  redactedAt: number
  /** live memories whose content or path was rewritten */
  rewrittenHeads: number
  emptiedVersions: number
  rewrittenRemarks: number
  /** messages, calls and results of sessions, and what is said about these */
  rewrittenConversations: number
  compaction: { isComplete: boolean; reason: string | null }
  /** the result of looking again */
  proof: {
    /** places where the text still stands, by the search of `findText` */
    placesLeft: number
    /** files whose bytes were searched, and how often the text was found in them */
    files: { name: string; bytes: number; found: number }[]
  }
  /** what no redaction here reaches */
  notCovered: readonly string[]
}

/**
 * Takes a text out of everything, as a job: rewrites the heads that hold it, empties every version
 * that does, replaces it in what is written about them, compacts the files and looks again. Stopping
 * it leaves what is done done, and nothing half done.
 *
 * Refuses `redaction_forbidden`, `invalid_input`.
 */
export async function redactText(db: Database, input: RedactTextInput): Promise<StartedJob> {
  refuseAgents(input.cause)
  checkContent(input.replacement, 'replacement')
  if (input.replacement.includes(input.text)) {
    refuse({
      kind: 'invalid_input',
      field: 'replacement',
      reason: 'must not contain the text that is to go',
    })
  }
  const places = await findText(db, input)
  const [storeId, ...others] = input.storeIds ?? []
  return startJob(db, {
    kind: 'redaction',
    storeId: others.length === 0 ? storeId : undefined,
    startedBy: input.cause.actor,
    work: (job) => carryOut(db, input, places, job),
  })
}

/** The receipt of a redaction's job that is done. */
export function receiptOf(job: Job): RedactionReceipt | null {
  return job.state === 'done' ? (job.result as RedactionReceipt) : null
}

async function carryOut(
  db: Database,
  input: RedactTextInput,
  found: readonly TextPlaceFound[],
  job: JobControl,
): Promise<RedactionReceipt> {
  let done = 0
  const advance = (count: number) => {
    done += count
    job.report('emptying', Math.min(done, found.length), found.length)
  }
  advance(0)
  let rewrittenHeads = 0
  for (const place of found) {
    if (place.kind !== 'head') continue
    job.signal.throwIfAborted()
    await rewriteHead(db, input, place)
    rewrittenHeads++
    advance(1)
  }
  // The versions that the heads stood on are earlier ones now.
  const places = await findText(db, input)
  let emptiedVersions = 0
  for (const together of inTransactions(places)) {
    job.signal.throwIfAborted()
    emptiedVersions += await emptyPlaces(db, input, together)
    advance(together.length)
  }
  const rewrittenRemarks = await rewriteRemarks(db, input, await keysOf(db, input.storeIds))
  let rewrittenConversations = 0
  const { sessions } = await findInConversations(db.bulk, input.text, input.storeIds, turns())
  for (const session of sessions) rewrittenConversations += await rewriteSession(db, session, input)
  await runsHaveReadAgain(db, job.signal)
  job.report('compacting', 0, 1)
  const { isComplete, reason, notCovered } = await compact(db)
  job.report('searching again', 0, 1)
  return {
    redactedBy: input.cause.actor,
    redactedAt: Date.now(),
    rewrittenHeads,
    emptiedVersions,
    rewrittenRemarks,
    rewrittenConversations,
    compaction: { isComplete, reason },
    proof: {
      placesLeft: (await findText(db, input)).length,
      files: await searchFiles(db.files(), input.text),
    },
    notCovered,
  }
}

type HeadPlace = Extract<TextPlaceFound, { kind: 'head' }>
type VersionPlace = Extract<TextPlaceFound, { kind: 'version' }>

async function rewriteHead(db: Database, input: RedactTextInput, place: HeadPlace): Promise<void> {
  const { storeId, memoryId } = place
  await changeStore(
    db,
    storeId,
    input.cause,
    async (ledger) => {
      const memory = await requireMemory(ledger.tx, ledger.storeKey, { storeId, memoryId })
      const content = (await readText(ledger.tx, ledger.storeKey, memory.head_sequence)) ?? ''
      const path = memory.path.replaceAll(input.text, () => input.replacement)
      if (path !== memory.path) checkPath(path)
      await beginBatch(ledger, 'redact')
      await revise(
        ledger,
        memory,
        stateOf(
          path,
          content.replaceAll(input.text, () => input.replacement),
        ),
      )
    },
    { whenArchived: 'allow' },
  )
}

/** Versions that are emptied in one transaction: they share their grams, and others wait for its end. */
const VERSIONS_A_TRANSACTION = 32

/** Versions of one store at a time; they come in the order of the stores, a memory's oldest first. */
function* inTransactions(places: readonly TextPlaceFound[]): Generator<VersionPlace[]> {
  let together: VersionPlace[] = []
  for (const place of places) {
    if (place.kind !== 'version') continue
    const isFull = together.length === VERSIONS_A_TRANSACTION
    if (isFull || (together[0] && together[0].storeId !== place.storeId)) {
      yield together
      together = []
    }
    together.push(place)
  }
  if (together.length > 0) yield together
}

/** Answers how many of them had not been emptied before. */
async function emptyPlaces(
  db: Database,
  input: RedactTextInput,
  places: readonly VersionPlace[],
): Promise<number> {
  const [first] = places
  if (!first) return 0
  return changeStore(
    db,
    first.storeId,
    input.cause,
    async (ledger) => {
      const versions: VersionRow[] = []
      for (const place of places) {
        const version = await requireVersion(ledger.tx, ledger.storeKey, place)
        if (version.redacted_at === null) versions.push(version)
      }
      await emptyVersions(ledger, versions)
      return versions.length
    },
    { whenArchived: 'allow' },
  )
}

/** Counts how often the text's bytes stand in files; across the borders of what is read at once, too. */
export async function searchFiles(
  files: readonly string[],
  text: string,
): Promise<RedactionReceipt['proof']['files']> {
  const needle = utf8Bytes(text)
  const results: RedactionReceipt['proof']['files'] = []
  for (const file of files) {
    if (!existsSync(file)) continue
    let bytes = 0
    let found = 0
    let rest: Buffer = Buffer.of()
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      const window = Buffer.concat([rest, chunk])
      for (let at = window.indexOf(needle); at >= 0; at = window.indexOf(needle, at + 1)) found++
      rest = window.subarray(Math.max(0, window.length - needle.length + 1))
    }
    results.push({ name: file.split('/').at(-1) ?? file, bytes, found })
  }
  return results
}
