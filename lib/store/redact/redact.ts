import { z } from 'zod'
import { write } from '@/lib/db'
import { refusalOf } from '@/lib/db/faults'
import { refuseLost } from '@/lib/db/lease'
import {
  isAtItsEnd,
  type Job,
  type Json,
  leaseOfJob,
  registerJob,
  type Running,
  startJob,
} from '@/lib/jobs/jobs'
import { Refusal } from '@/lib/refusal'
import { forgetBlame } from '@/lib/store/blame'
import { type Actor, actorOf, type Cause } from '@/lib/store/model/actor'
import { checkContent, invalidInput } from '@/lib/store/model/problems'
import { flushReads } from '@/lib/store/reads'
import {
  countInFiles,
  type FileSearched,
  type Compacted,
  compactRedacted,
  startCompaction,
} from './compaction'
import {
  checkStores,
  checkText,
  countsOf,
  type Found,
  findEverywhere,
  hashOfPlaces,
  isNothing,
  type PlaceCount,
  storesThere,
  withCopies,
} from './find'
import { forgetDerived, forgetKept } from './forget'
import { noteRedacted, REDACTED } from './known'
import { lookOutside, type OutsidePlace } from './outside'
import { rewriteHeads, rewriteRows, type Rewriting, rewriteVersions } from './rewrite'
import { holdsAny, inJson } from './values'
import { refuseSessions } from './version'

/** What is asked for. */
export interface RedactAsk {
  text: string
  /** other spellings of it that go with it */
  also?: string[]
  replacement: string
  /** exactly these; all, and what belongs to none, unless given */
  storeIds?: string[] | undefined
  earlierVersions: 'rewrite' | 'empty'
}

/** What a redaction did, and the proof. It holds no text. */
export interface Receipt {
  redactedBy: Actor
  /** ISO, UTC */
  redactedAt: string
  /** null: everything, also what belongs to no store */
  storeIds: string[] | null
  /** where the text stood when it began */
  places: PlaceCount[]
  /** live memories that got a new version */
  heads: number
  /** earlier versions that keep the rest */
  rewritten: number
  emptied: number
  /** rows of other tables */
  rows: number
  /** the server was restarted meanwhile: counts are of what was left then */
  wasResumed: boolean
  compaction: Pick<Compacted, 'isComplete' | 'reason'>
  proof: {
    /** where it still stands */
    left: PlaceCount[]
    /** bytes of the database's files; null: of PostgreSQL, of what ids may have by chance, or of a text
     * that was forgotten with a restart */
    files: FileSearched[] | null
  }
  /** where it stands in stores that were not asked for; null: it was not to be told */
  elsewhere: PlaceCount[] | null
  notReached: Compacted['notReached']
  /** files, transcripts and repositories that hold it, or may; null: it was not to be told, or forgotten */
  outside: OutsidePlace[] | null
}

/** The receipt of a redaction that is done; null: it is another job, or has not ended well. */
export function receiptOf({ kind, state, result }: Job): Receipt | null {
  return kind === 'redact' && state === 'done' ? (result as unknown as Receipt) : null
}

/**
 * Redacts a text everywhere, or in these stores, as a job: it gives memories that have it a new version,
 * rewrites or empties their earlier ones, replaces it in all other rows, takes it out of the files, and
 * looks again. What comes to hold it meanwhile is redacted too. Stopping it keeps what is done.
 *
 * Refuses `redaction_forbidden` to a session, `invalid_input`, `store_not_found`, and `plan_changed` where
 * the places are others than those that were shown.
 */
export async function redactText(
  ask: RedactAsk,
  cause: Cause,
  shown?: { hash: string },
): Promise<Job> {
  refuseSessions(cause)
  const texts = textsOf(ask)
  await checkStores(ask.storeIds)
  if (shown && hashOfPlaces(await findEverywhere({ ...ask, texts })) !== shown.hash) {
    const words = 'The text stands elsewhere by now, so nothing was done: look for it again.'
    throw new Refusal('plan_changed', words, { by: null, memories: 0 })
  }
  const { replacement, storeIds = null, earlierVersions } = ask
  const input = { texts, replacement, storeIds, earlierVersions, isAgent: cause.isAgent }
  const [storeId = null, ...others] = storeIds ?? []
  return startJob({ kind: 'redact', storeId: others.length === 0 ? storeId : null, input }, cause)
}

/** The stores in which a job redacts, whatever became of it; null: everywhere. */
export const redactedIn = ({ input }: Pick<Job, 'input'>): string[] | null =>
  inputSchema.parse(input).storeIds

/** The texts of an ask. Refuses `invalid_input`. */
function textsOf({ text, also = [], replacement }: RedactAsk): string[] {
  const texts = [...new Set([text, ...also])]
  for (const each of texts) checkText(each)
  checkContent(replacement, 'replacement')
  if (!holdsAny(replacement, texts)) return texts
  const words = 'must not contain the text that is redacted'
  throw invalidInput('replacement', words, { rule: 'holds_text' })
}

const inputSchema = z.object({
  /** empty: it is gone already, and only what follows is to be done; with an error of the job: it failed */
  texts: z.array(z.string()),
  replacement: z.string(),
  storeIds: z.array(z.string()).nullable(),
  earlierVersions: z.enum(['rewrite', 'empty']),
  isAgent: z.boolean(),
})

/** So few letters and digits stand in ids and hashes by chance: bytes that have them say nothing. */
const CHANCE = /^[0-9A-Za-z]{1,5}$/

/** A text may come back while it is taken out. */
const MAX_ROUNDS = 3

class Redaction {
  private readonly input: z.output<typeof inputSchema>
  private readonly cause: Cause
  private readonly counts = { heads: 0, versions: 0, emptied: 0, rows: 0 }
  private copies: readonly string[] = []
  private done = 0
  private total = 0
  private outside: OutsidePlace[] | null = null

  constructor(
    private readonly job: Job,
    private readonly running: Running,
  ) {
    this.input = inputSchema.parse(job.input)
    const { isAgent, replacement } = this.input
    // Rules never hold up that a text goes; words of an agent's own in its place are judged like any.
    const stands = replacement === REDACTED && ({ stands: true } as const)
    this.cause = { actor: actorOf(job), isAgent, lease: leaseOfJob(job.id), ...stands }
  }

  async execute(): Promise<Receipt> {
    const { error: failure, result } = this.job
    try {
      const problem = (result?.problem ?? null) as Pick<Refusal, 'code' | 'facts'> | null
      if (failure !== null && problem) throw new Refusal(problem.code, failure, problem.facts)
      if (failure !== null) throw new Error(failure)
      if (this.input.texts.length === 0) return this.receipt(await this.compacted(), [], [], null)
      return await this.takeOutAndProve()
    } catch (error) {
      // Else it goes on elsewhere, and needs its text.
      if (isAtItsEnd(this.running.signal)) {
        const refusal = refusalOf(error)
        const problem = refusal && { code: refusal.code, facts: refusal.facts }
        const words = refusal?.message ?? 'It failed before: redact anew.'
        await this.forgetText({ error: words, ...(problem && { result: { problem } }) })
        await startCompaction(this.cause)
      }
      throw error
    }
  }

  private async takeOutAndProve(): Promise<Receipt> {
    await this.noteTexts()
    await this.running.report('searching', 0, 0)
    // From here on whoever plans to bring it back is told so; those who did before may not go on.
    await forgetKept(await this.storeIds())
    let found = await this.find()
    const places = countsOf(found)
    for (let round = 1; ; round++) {
      await this.takeOut(found)
      // Once nothing else has it. From here on the text is in this process alone.
      await this.forgetText()
      const compacted = await this.compacted()
      await this.running.report('proving', 0, 1)
      found = await this.find()
      const files = await this.countBytes()
      // Other stores may have it, and keep it.
      const isOutOfFiles = this.input.storeIds !== null || files.every((file) => file.found === 0)
      if ((isNothing(found) && isOutOfFiles) || round === MAX_ROUNDS) {
        return this.receipt(compacted, places, countsOf(found), files)
      }
    }
  }

  private async takeOut(found: Found): Promise<void> {
    this.done = 0
    this.total = found.heads.length + found.versions.length + found.rows.length
    const how: Rewriting = {
      ...this.input,
      cause: this.cause,
      onDone: async (kind, changed, looked) => {
        this.counts[kind] += changed
        this.done += looked
        await this.running.report('rewriting', Math.min(this.done, this.total), this.total)
      },
    }
    await rewriteHeads(found.heads, how)
    await this.lookOutside()
    await rewriteVersions(found.versions, how)
    await forgetDerived(
      found.rows.map(({ place, key }) => ({ table: place.table, id: String(key[0]) })),
    )
    await rewriteRows(found.rows, how)
    forgetBlame()
    // Whoever has read it in between may still bring it back.
    await forgetKept(await this.storeIds())
  }

  /** Once files that are in step were written: their rows still say what they held. */
  private async lookOutside(): Promise<void> {
    const { texts, isAgent } = this.input
    const { signal } = this.running
    const places = await lookOutside({ texts, storeIds: await this.storeIds(), signal })
    // An agent's key is told nothing of the disk.
    this.outside = isAgent ? null : places
  }

  /**
   * Those asked for, and copies that were under way or begun since: they may have the text from before. One
   * that was deleted has nothing.
   */
  private async storeIds(): Promise<string[] | undefined> {
    const { storeIds } = this.input
    if (!storeIds) return undefined
    this.copies = await withCopies([...storeIds, ...this.copies], this.job.createdAt)
    return storesThere(this.copies)
  }

  private async find(): Promise<Found> {
    await this.running.report('searching', 0, 0)
    // Who read names its session.
    await flushReads()
    const { texts } = this.input
    const { signal } = this.running
    return findEverywhere({ texts, storeIds: await this.storeIds(), signal })
  }

  private async countBytes(): Promise<FileSearched[]> {
    const texts = this.input.texts.filter((text) => !CHANCE.test(text))
    if (texts.length === 0) return []
    return countInFiles([...new Set([...texts, ...texts.map(inJson)])], this.running.signal)
  }

  private async compacted(): Promise<Compacted> {
    await this.running.report('compacting', 0, 1)
    return compactRedacted(this.running.signal)
  }

  /** So that folders, seeds and agents do not bring it back unseen. */
  private async noteTexts(): Promise<void> {
    const storeIds = (await this.storeIds()) ?? [null]
    await write(async (tx) => {
      for (const storeId of storeIds) await noteRedacted(tx, storeId, this.input.texts, new Date())
    })
  }

  /** The job's own row is the last place that has the text. `failed`: why whoever takes it up is not to go on. */
  private async forgetText(failed?: { error: string; result?: Json }): Promise<void> {
    const data = { input: { ...this.input, texts: [] }, error: null, ...failed }
    await write(async (tx) => {
      await refuseLost(tx, leaseOfJob(this.job.id))
      await tx.job.updateMany({ where: { id: this.job.id }, data })
    })
  }

  private async receipt(
    { isComplete, reason, notReached }: Compacted,
    places: PlaceCount[],
    left: PlaceCount[],
    files: FileSearched[] | null,
  ): Promise<Receipt> {
    const { heads, versions, emptied, rows } = this.counts
    return {
      redactedBy: this.cause.actor,
      redactedAt: new Date().toISOString(),
      storeIds: this.input.storeIds,
      places,
      heads,
      rewritten: versions,
      emptied,
      rows,
      wasResumed: this.job.phase !== '',
      compaction: { isComplete, reason },
      proof: { left, files: files && files.length > 0 ? files : null },
      elsewhere: await this.elsewhere(),
      notReached,
      outside: this.outside,
    }
  }

  /** An agent's key is told nothing of stores that it did not ask about. */
  private async elsewhere(): Promise<PlaceCount[] | null> {
    const { texts, storeIds, isAgent } = this.input
    if (!storeIds || isAgent || texts.length === 0) return null
    return countsOf(await findEverywhere({ texts, signal: this.running.signal }))
  }
}

registerJob('redact', async (job, running) => {
  const receipt = await new Redaction(job, running).execute()
  return receipt as unknown as Json
})
