import { storeById } from '../stores/sql/stores'
import { createReadStream, existsSync } from 'node:fs'
import type { Database } from '@/lib/db/database'
import type { Job, JobControl } from '@/lib/jobs/job'
import { jobsAreStopping, startJob, type StartedJob } from '@/lib/jobs/run-job'
import { utf8Bytes } from '@/lib/text/content'
import { countBytes } from '@/lib/text/occurrences'
import { turns } from '@/lib/turns'
import type { Cause } from '../model/actor'
import { compact, notCovered, startCompaction } from '../background/compaction'
import { rewriteSession, runsHaveReloaded } from './redact-conversations'
import { rewriteRemarks } from './redact-remarks'
import { emptyUnreadable } from './empty-versions'
import { rewriteHeads } from './rewrite-heads'
import { rewritePaths } from './rewrite-paths'
import { rewriteVersions } from './rewrite-versions'
import {
  checkText,
  findElsewhere,
  findEverywhere,
  type FoundEverywhere,
  type FoundMemory,
  refuseUnserved,
  storesOf,
  type UnreadableVersion,
} from './find-text'
import { checkContent } from '../model/check-input'
import type { Audience } from '../model/audience'
import { refuse } from '../model/problems'
import {
  type OutsidePlace,
  type PlaceLeft,
  type RedactionReceipt,
  redactionReceipt,
} from '../model/redaction-receipt'
import { searchOutside } from './outside-search'
import { withBranches } from './redact-copies'
import { refuseAgents } from './redact-version'
import { noteRedactedTexts } from './redacted-texts'

/** The treatment of earlier versions that contain the text. */
export type EarlierVersions =
  /** they keep the rest, and are marked as rewritten */
  | 'rewrite'
  /** they are emptied, as by redacting each */
  | 'empty'

/** The treatment of damaged versions that may hold the text, unless they are heads. */
export type UnreadableVersions = 'keep' | 'empty'

export interface RedactTextInput {
  /** exactly this text is removed */
  text: string
  /** other texts that go with it, such as its other spellings */
  also?: readonly string[] | undefined
  /** the stores, and with them their branches; left out: all, and what belongs to none */
  storeIds?: readonly string[] | undefined
  /** the substitute; must contain none of them */
  replacement: string
  /** left out: 'rewrite' */
  earlierVersions?: EarlierVersions | undefined
  /** left out: 'keep'; they are named in the receipt */
  unreadable?: UnreadableVersions | undefined
  /** whether the receipt says where other stores hold it: for who may see all of them */
  tellsElsewhere?: boolean | undefined
  cause: Cause
  /** who is told what was done; people if left out */
  audience?: Audience | undefined
}

/**
 * Redacts a text everywhere, as a job: rewrites the memories and earlier versions that contain it,
 * replaces it in remarks and sessions, makes runs reload, compacts the files and searches again;
 * what reappeared meanwhile is redacted as well. Damaged versions are read over, and named in the
 * receipt or emptied. Stopping it keeps what is done, with nothing half
 * done.
 *
 * Refuses `redaction_forbidden`, `invalid_input`, `store_not_found`.
 */
export async function redactText(
  db: Database,
  input: RedactTextInput,
): Promise<StartedJob<RedactionReceipt>> {
  refuseAgents(input.cause)
  const storeIds = input.storeIds && (await withBranches(db, input.storeIds))
  await refuseUnserved(db, { ...input, storeIds })
  for (const text of textsOf(input)) checkText(text)
  checkContent(input.replacement, 'replacement')
  if (textsOf(input).some((text) => input.replacement.includes(text))) {
    refuse({
      kind: 'invalid_input',
      field: 'replacement',
      rule: 'contains_redacted_text',
    })
  }
  await storesOf(db, input.storeIds)
  const [storeId, ...others] = input.storeIds ?? []
  return startJob(db, {
    kind: 'redaction',
    storeId: others.length === 0 ? storeId : undefined,
    startedBy: input.cause.actor,
    work: (job) => new Redaction(db, input, job).execute(),
  })
}

const textsOf = ({ text, also = [] }: RedactTextInput): string[] => [...new Set([text, ...also])]

/** The receipt of a redaction's job that has ended; null if it has none, or only compacted. */
export function receiptOf(job: Job): RedactionReceipt | null {
  return job.kind === 'redaction' ? (redactionReceipt.safeParse(job.result).data ?? null) : null
}

/** Everything found of one of the texts. */
interface FoundText extends FoundEverywhere {
  text: string
}

type FilesSearched = NonNullable<RedactionReceipt['proof']>['files']

/** Maximum number of rounds, as a text may reappear while it is redacted. */
const MAX_ROUNDS = 3

const MAX_LEFT_NAMED = 20

/** A redaction and its progress. */
class Redaction {
  private readonly maybeYield: () => Promise<void>
  private rewrittenMemories = 0
  /** versions that were rewritten or emptied, by store and sequence */
  private readonly versions = new Set<string>()
  private rewrittenRemarks = 0
  private rewrittenConversations = 0
  private runsNotReached = 0
  private emptiedUnreadable = 0
  /** by id; of every search, because the index forgets that they may have had the text */
  private readonly unreadable = new Map<string, UnreadableVersion>()
  private done = 0
  private total = 0
  /** those asked for and the branches made from them, by the last look; undefined: all */
  private storeIds: readonly string[] | undefined

  constructor(
    private readonly db: Database,
    private readonly input: RedactTextInput,
    private readonly job: JobControl,
  ) {
    this.maybeYield = turns(job.signal)
  }

  async execute(): Promise<RedactionReceipt> {
    try {
      this.job.report('searching', 0, 0)
      let found = await this.findAll()
      await this.noteForGates()
      for (let round = 1; ; round++) {
        for (const each of found) await this.takeOut(each)
        if (this.input.unreadable === 'empty') await this.emptyUnreadable()
        this.job.report('compacting', 0, 1)
        const compaction = await compact(this.db)
        this.job.report('searching again', 0, 1)
        found = await this.findAll()
        if (found.every(isNothing) || round === MAX_ROUNDS) {
          return await this.receipt(
            compaction,
            { ...whatIsLeft(found), files: await this.inFiles() },
            { outside: await this.outside(), ...(await this.elsewhere()) },
          )
        }
      }
    } catch (error) {
      // Emptied and rewritten bytes are still in the files; a server that is stopping compacts at
      // its next start.
      if (!jobsAreStopping()) await startCompaction(this.db)
      if (!this.job.signal.aborted) throw error
      return await this.receipt(
        { isComplete: false, reason: 'it was stopped before its end' },
        null,
        {},
      )
    }
  }

  /**
   * Records the texts' fingerprints, so that writes that are asked about first do not bring them
   * back.
   */
  private async noteForGates(): Promise<void> {
    const keys = await this.storeKeys()
    await noteRedactedTexts(this.db, { texts: textsOf(this.input), storeKeys: keys ?? null })
  }

  /** The keys of the stores; those that were deleted meanwhile are left out. */
  private async storeKeys(): Promise<number[] | undefined> {
    const rows = await Promise.all(
      this.storeIds?.map((storeId) => storeById(this.db.read, storeId)) ?? [],
    )
    return this.storeIds && rows.flatMap((row) => row?.key ?? [])
  }

  private async findAll(): Promise<FoundText[]> {
    // A branch that was made meanwhile has the text, too; one that was deleted has nothing.
    this.storeIds = this.input.storeIds && (await withBranches(this.db, this.input.storeIds))
    const found: FoundText[] = []
    for (const text of textsOf(this.input)) found.push(await this.find(text))
    for (const version of found.flatMap(({ unreadable }) => unreadable)) {
      this.unreadable.set(version.versionId, version)
    }
    return found
  }

  private whatIsUnreadable(): Pick<RedactionReceipt, 'unreadable'> {
    const versions = [...this.unreadable.values()].slice(0, MAX_LEFT_NAMED)
    return versions.length === 0 ? {} : { unreadable: { count: this.unreadable.size, versions } }
  }

  private async find(text: string): Promise<FoundText> {
    const { storeIds } = this
    const found = await findEverywhere(this.db, { text, storeIds, signal: this.job.signal })
    return { text, ...found }
  }

  /**
   * Searches outside of the database for what the stores' folders, and their agents' transcripts,
   * still hold.
   */
  private outside(): Promise<OutsidePlace[]> {
    const storeIds = this.storeIds ? [...this.storeIds] : null
    const { signal } = this.job
    return searchOutside(this.db, { texts: textsOf(this.input), storeIds, signal })
  }

  /** Counts what other stores still hold, if the receipt is to tell. */
  private async elsewhere(): Promise<Pick<RedactionReceipt, 'elsewhere'>> {
    const { storeIds } = this
    const { tellsElsewhere } = this.input
    if (storeIds === undefined || !tellsElsewhere) return {}
    const { signal } = this.job
    let places = 0
    const holders = new Set<string>()
    for (const text of textsOf(this.input)) {
      const found = await findElsewhere(this.db, { text, storeIds, signal })
      places += found.places
      for (const storeId of found.storeIds) holders.add(storeId)
    }
    return { elsewhere: { places, storeIds: [...holders].slice(0, MAX_LEFT_NAMED) } }
  }

  /** Counts the occurrences of the texts' bytes in the database's files. */
  private async inFiles(): Promise<FilesSearched> {
    const all: FilesSearched = []
    for (const text of textsOf(this.input)) {
      for (const each of await searchFiles(this.db.files(), text)) {
        const known = all.find(({ name }) => name === each.name)
        if (known) known.found += each.found
        else all.push(each)
      }
    }
    return all
  }

  private async takeOut(found: FoundText): Promise<void> {
    this.done = 0
    this.total = found.memories.reduce(
      (sum, { found: { isNow, versions } }) => sum + versions + Number(isNow),
      0,
    )
    this.advance(0)
    for (const [storeId, memories] of byStore(found.memories)) {
      await this.takeOutOfStore(storeId, memories, found.text)
    }
    const { text } = found
    const { replacement, cause } = this.input
    const keys = await this.storeKeys()
    this.rewrittenRemarks += await rewriteRemarks(this.db, { text, replacement, cause }, keys)
    this.job.report('conversations', 0, found.conversations.sessions.length)
    for (const [index, session] of found.conversations.sessions.entries()) {
      await this.maybeYield()
      this.rewrittenConversations += await rewriteSession(this.db, session, { ...this.input, text })
      this.job.report('conversations', index + 1, found.conversations.sessions.length)
    }
    this.runsNotReached = await runsHaveReloaded(this.db, this.job.signal)
  }

  private async takeOutOfStore(
    storeId: string,
    memories: readonly FoundMemory[],
    text: string,
  ): Promise<void> {
    const { db, maybeYield } = this
    const { replacement, cause, earlierVersions = 'rewrite' } = this.input
    const storeKey = memories[0]?.storeKey ?? -1
    await rewriteHeads(db, {
      storeId,
      memoryKeys: memories.filter(({ found }) => found.isNow).map(({ memoryKey }) => memoryKey),
      text,
      replacement,
      cause,
      onRewritten: (rewritten, looked) => {
        this.rewrittenMemories += rewritten
        this.advance(looked)
      },
      maybeYield,
    })
    const onRewritten = (sequences: readonly number[]) => {
      const before = this.versions.size
      for (const sequence of sequences) this.versions.add(`${storeKey} ${sequence}`)
      this.advance(this.versions.size - before)
    }
    const common = { storeId, storeKey, text, replacement, cause, onRewritten, maybeYield }
    if (earlierVersions === 'rewrite') await rewritePaths(db, common)
    const memoryKeys = memories.map(({ memoryKey }) => memoryKey)
    const keeps = earlierVersions === 'rewrite' ? 'the rest' : 'nothing'
    await rewriteVersions(db, { ...common, memoryKeys, keeps })
  }

  private async emptyUnreadable(): Promise<void> {
    const { cause } = this.input
    for (const storeId of new Set([...this.unreadable.values()].map((each) => each.storeId))) {
      const all = [...this.unreadable.values()].filter((each) => each.storeId === storeId)
      const versionIds = all.map(({ versionId }) => versionId)
      const emptied = await emptyUnreadable(this.db, { storeId, versionIds, cause })
      this.emptiedUnreadable += emptied.length
      for (const versionId of emptied) this.unreadable.delete(versionId)
      await this.maybeYield()
    }
  }

  private advance(count: number): void {
    this.done += count
    this.job.report('rewriting', Math.min(this.done, this.total), this.total)
  }

  private async receipt(
    { isComplete, reason }: RedactionReceipt['compaction'],
    proof: RedactionReceipt['proof'],
    others: Pick<RedactionReceipt, 'outside' | 'elsewhere'>,
  ): Promise<RedactionReceipt> {
    const isEmptied = this.input.earlierVersions === 'empty'
    return {
      redactedBy: this.input.cause.actor,
      redactedAt: Date.now(),
      storeIds: this.input.storeIds ?? null,
      rewrittenMemories: this.rewrittenMemories,
      rewrittenVersions: isEmptied ? 0 : this.versions.size,
      emptiedVersions: (isEmptied ? this.versions.size : 0) + this.emptiedUnreadable,
      rewrittenRemarks: this.rewrittenRemarks,
      rewrittenConversations: this.rewrittenConversations,
      runsNotReached: this.runsNotReached,
      compaction: { isComplete, reason },
      proof,
      notCovered: await notCovered(this.db),
      ...others,
      ...this.whatIsUnreadable(),
    }
  }
}

function byStore(memories: readonly FoundMemory[]): Map<string, FoundMemory[]> {
  const stores = new Map<string, FoundMemory[]>()
  for (const memory of memories) {
    const { storeId } = memory.found
    const known = stores.get(storeId)
    if (known) known.push(memory)
    else stores.set(storeId, [memory])
  }
  return stores
}

function isNothing({ memories, remarks, conversations }: FoundEverywhere): boolean {
  return memories.length + remarks.length + conversations.hits.length === 0
}

function whatIsLeft(found: readonly FoundEverywhere[]) {
  const memories = found.flatMap((each) => each.memories)
  const remarks = found.flatMap((each) => each.remarks)
  const hits = found.flatMap((each) => each.conversations.hits)
  const columns =
    (kind: 'remark' | 'conversation') =>
    (place: (typeof remarks)[number] | (typeof hits)[number]) => ({
      kind,
      place: `${place.table}.${place.column}`,
      values: place.values,
    })
  const left: PlaceLeft[] = [
    ...memories.map(({ found: { storeId, memoryId, versions } }) => ({
      kind: 'memory' as const,
      storeId,
      memoryId,
      versions,
    })),
    ...remarks.map(columns('remark')),
    ...hits.map(columns('conversation')),
  ]
  const placesLeft = left.reduce(
    (sum, place) => sum + (place.kind === 'memory' ? place.versions : place.values),
    0,
  )
  return { placesLeft, left: left.slice(0, MAX_LEFT_NAMED) }
}

/** Counts how often the text's bytes occur in files, also across read-buffer boundaries. */
export async function searchFiles(files: readonly string[], text: string): Promise<FilesSearched> {
  const needle = utf8Bytes(text)
  const results: FilesSearched = []
  for (const file of files) {
    if (!existsSync(file)) continue
    let bytes = 0
    let found = 0
    let rest: Buffer = Buffer.of()
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      const window = Buffer.concat([rest, chunk])
      found += countBytes(window, needle)
      rest = window.subarray(Math.max(0, window.length - needle.length + 1))
    }
    results.push({ name: file.split('/').at(-1) ?? file, bytes, found })
  }
  return results
}
