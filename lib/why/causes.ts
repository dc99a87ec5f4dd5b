import { z } from 'zod'
import { db, write } from '@/lib/db'
import { again, type Job, type Json, registerJob, restartJob, startJob } from '@/lib/jobs/jobs'
import { Refusal } from '@/lib/refusal'
import type { Cause } from '@/lib/store/model/actor'
import { splitLines } from '@/lib/text/lines'
import { newId } from '@/lib/text/ids'
import { Answers, endAnswers } from './asking'
import { type Check, parsedCheck } from './check'
import { cellOf, hiddenOf, type Item, type Items, linesToSearch, memoriesToSearch } from './items'
import { MIN_BUDGET } from './price'
import { type Cells, findCauses, type Found, type Share } from './search'
import { openTurn, repeatedEarlier, sampleTurn, type Turn, type TurnMemory } from './turn'

/** Searches for what made an agent give an answer. */

const inputSchema = z.object({
  /** of the answer */
  eventId: z.string(),
  /** checked when it was given; a redaction may leave what nobody may give */
  check: z.custom<Check>(),
  /** answers, for memories and lines together */
  budget: z.int(),
  /** whether the lines of what is found are searched, too */
  withLines: z.boolean(),
})

export type CauseAsk = z.output<typeof inputSchema> & { sessionId: string }

export const MAX_BUDGET = 1_000

/** Refuses `budget_too_small`. */
function checkBudget(budget: number): void {
  if (Number.isInteger(budget) && budget >= MIN_BUDGET && budget <= MAX_BUDGET) return
  const words = `A search takes ${MIN_BUDGET} answers at least, and ${MAX_BUDGET} at most.`
  throw new Refusal('budget_too_small', words, { least: MIN_BUDGET, most: MAX_BUDGET })
}

/** Starts a search. Refuses as `openTurn`, and `check_invalid`, `budget_too_small`. */
export async function startCause(ask: CauseAsk, by: Cause): Promise<Job> {
  checkBudget(ask.budget)
  const { sessionId, eventId, budget, withLines } = ask
  const check = parsedCheck(ask.check)
  const turn = await openTurn(sessionId, eventId)
  const input = { eventId, check, budget, withLines } as Json
  const storeId = turn.session.stores[0]?.storeId ?? null
  return startJob({ id: newId('cause'), kind: 'cause', storeId, sessionId, input }, by)
}

/** A search. Refuses `cause_not_found`. */
export async function getCause(
  id: string,
): Promise<Job & { ask: CauseAsk; found: CauseResult | null }> {
  const row = await db.job.findUnique({ where: { id } })
  const input = row && inputSchema.safeParse(row.input)
  if (!row || row.kind !== 'cause' || row.sessionId === null || !input?.success) {
    throw new Refusal('cause_not_found', `There is no search ${id}.`)
  }
  const job = row as Job
  const found = job.result as unknown as CauseResult | null
  const isFound = found !== null && 'verdict' in found
  return { ...job, ask: { sessionId: row.sessionId, ...input.data }, found: isFound ? found : null }
}

/** Has a search that has ended go on with more answers. Refuses `cause_not_found`, and as `startCause`. */
export async function goOn(id: string, more: number): Promise<Job> {
  const { ask } = await getCause(id)
  const budget = Math.min(MAX_BUDGET, ask.budget + more)
  checkBudget(budget)
  await openTurn(ask.sessionId, ask.eventId)
  const { eventId, check, withLines } = ask
  return restartJob(id, { eventId, check, budget, withLines })
}

/** A session's searches, the newest first. */
export async function causesOf(sessionId: string): Promise<Job[]> {
  const where = { sessionId, kind: 'cause' }
  return (await db.job.findMany({ where, orderBy: { createdAt: 'desc' }, take: 100 })) as Job[]
}

/** A memory that a search names, in the version that the turn found. */
export interface NamedMemory {
  memoryId: string
  storeId: string
  versionId: string
}

/** Ranges of lines, first and last. */
type Ranges = [number, number][]

/** What a search has found; ids and numbers alone, so that no text of a memory is kept in it. */
export interface CauseResult {
  verdict: Found['verdict']
  why?: Extract<Found, { verdict: 'undecided' }>['why']
  /** the smallest sets that suffice, of memories' ids */
  sets: string[][]
  only: Share | null
  without: Share | null
  baseline: Share | null
  interval: [number, number] | null
  /** how many were searched among */
  memories: number
  /** those of the sets; where it is undecided, those that are not cleared */
  named: NamedMemory[]
  /** of a memory: the smallest sets of its lines; it is named whole where it is not in here */
  lines: Record<string, Ranges[]>
  repeated: { eventIds: string[]; firstReadId: string | null }
}

registerJob('cause', async (job, running) => {
  const { ask } = await getCause(job.id)
  const turn = await openTurn(ask.sessionId, ask.eventId)
  const answers = await Answers.of(job, running, ask.budget)
  try {
    return (await new Searching(turn, ask, answers, running.signal).run()) as unknown as Json
  } finally {
    endAnswers(job.id)
  }
})

/** Where the items of a search are: what is hidden beside them, and of what they are lines. */
interface Within {
  hidden: readonly string[]
  memoryId: string | null
}

class Searching {
  constructor(
    private readonly turn: Turn,
    private readonly ask: CauseAsk,
    private readonly answers: Answers,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<CauseResult> {
    const items = await memoriesToSearch(this.turn)
    const cells = this.#cells(items, { hidden: [], memoryId: null })
    const found = await findCauses(items.items.length, cells, items.turns)
    const idOf = (item: number) => items.items[item]?.[0] ?? ''
    const sets = found.verdict === 'caused' ? found.sets.map((set) => set.map(idOf)) : []
    const suspects = found.verdict === 'undecided' ? found.suspects.map(idOf) : []
    const named = [...new Set([...sets.flat(), ...suspects])]
    return {
      verdict: found.verdict,
      ...(found.verdict === 'undecided' && { why: found.why }),
      sets,
      only: found.verdict === 'caused' ? found.only : null,
      without: 'without' in found ? found.without : null,
      baseline: found.verdict === 'unstable' ? found.baseline : null,
      interval: found.verdict === 'caused' ? found.interval : null,
      memories: items.items.length,
      named: named.map((id) => this.#named(id)),
      lines: this.ask.withLines ? await this.#lines(sets) : {},
      repeated: await repeatedEarlier(this.turn, [...new Set(sets.flat())], this.signal),
    }
  }

  #memory(id: string): TurnMemory {
    const found = this.turn.memories.find(({ memoryId }) => memoryId === id)
    if (!found) throw new Error(`the turn has no memory ${id}`)
    return found
  }

  #named(id: string): NamedMemory {
    const { memoryId, storeId, versionId } = this.#memory(id)
    return { memoryId, storeId, versionId }
  }

  /** The lines of each named memory: the others are shown that are needed with it, and hidden that are not. */
  async #lines(sets: readonly string[][]): Promise<CauseResult['lines']> {
    const lines: CauseResult['lines'] = {}
    const named = new Set(sets.flat())
    for (const memoryId of named) {
      const items = await linesToSearch(this.turn, this.#memory(memoryId), named)
      if (items.items.length < 2) continue
      const beside = sets.find((set) => set.includes(memoryId)) ?? []
      const hidden = [...named].filter((each) => !beside.includes(each))
      const cells = this.#cells(items, { hidden, memoryId })
      const found = await findCauses(items.items.length, cells, items.turns)
      if (found.verdict !== 'caused') continue
      lines[memoryId] = found.sets.map((set) =>
        joined(set.flatMap((item) => items.ranges[item] ?? [])),
      )
    }
    return lines
  }

  #cells({ items, aside }: Items, { hidden, memoryId }: Within): Cells {
    const cells = new WeakMap<readonly number[], string>()
    const atomsWithout = (shown: readonly number[]): Set<string> => {
      const isShown = new Set(shown)
      return new Set([...hidden, ...items.flatMap((item, at) => (isShown.has(at) ? [] : item))])
    }
    const cellWith = (shown: readonly number[]): string => {
      const known = cells.get(shown) ?? cellOf(this.#hidden(atomsWithout(shown)))
      cells.set(shown, known)
      return known
    }
    return {
      of: (shown) => this.answers.of(cellWith(shown)),
      ask: (questions) =>
        this.answers.ask(
          questions.map(({ shown, turned }) => {
            const atoms = atomsWithout(shown)
            const turning = turned === null ? [] : (items[turned] ?? aside[turned - items.length])
            if (turning) this.#turn(atoms, turning)
            const about = {
              hid: items.length - shown.length,
              of: items.length,
              memoryId,
              turned: turning?.[0] ?? null,
              shown:
                shown.length > 0 && shown.length <= 3 ? shown.flatMap((at) => items[at] ?? []) : [],
            }
            return {
              cell: cellWith(shown),
              about,
              checks: [this.ask.check],
              sample: (signal) => sampleTurn(this.turn, this.#hidden(atoms), signal),
            }
          }),
        ),
    }
  }

  /** Hides what is shown, and shows what is hidden; of a hidden memory one line, if a line is turned. */
  #turn(atoms: Set<string>, turning: Item): void {
    const [first = ''] = turning
    const [memoryId = '', line] = first.split(':')
    if (line !== undefined && atoms.delete(memoryId)) {
      const others = Array.from(
        { length: this.#linesOf(memoryId) },
        (_, at) => `${memoryId}:${at + 1}`,
      )
      for (const each of others) if (!turning.includes(each)) atoms.add(each)
      return
    }
    const isHidden = atoms.has(first)
    for (const atom of turning) {
      if (isHidden) atoms.delete(atom)
      else atoms.add(atom)
    }
  }

  #hidden(atoms: Iterable<string>) {
    const hidden = hiddenOf(atoms, (id) => this.#linesOf(id))
    for (const id of hidden.lines.keys()) this.turn.room.past.countLinesIn(id, this.#textOf(id))
    return hidden
  }

  #textOf(id: string): string {
    return this.turn.room.past.known(this.#memory(id).versionId)
  }

  #linesOf(id: string): number {
    return splitLines(this.#textOf(id)).length
  }
}

/** Ranges in order, neighbours as one. */
function joined(ranges: readonly { from: number; to: number }[]): Ranges {
  const all: Ranges = []
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1)
    if (last?.[1] === from - 1) last[1] = to
    else all.push([from, to])
  }
  return all
}

const KEPT_MS = 30 * 24 * 3_600_000
const HOUR_MS = 3_600_000

/** Forgets searches and runs of tests that ended 30 days ago. */
export const forgetOld = again('old searches could not be forgotten', HOUR_MS, () =>
  forgetBefore(new Date(Date.now() - KEPT_MS)),
)

export async function forgetBefore(time: Date): Promise<void> {
  const where = { kind: { in: ['cause', 'test'] }, finishedAt: { lt: time } }
  await write((tx) => tx.job.deleteMany({ where }))
}
