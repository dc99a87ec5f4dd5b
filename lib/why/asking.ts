import { setMaxListeners } from 'node:events'
import { db, write } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { isAtItsEnd, type Job, type Running } from '@/lib/jobs/jobs'
import { perProcess } from '@/lib/per-process'
import { type ModelUsage, NO_USAGE, sumOfUsage, usageOf } from '@/lib/sessions/event'
import { settings } from '@/lib/settings'
import { type Check, checked } from './check'
import type { Sampled } from './converse'
import { OutOfBudget, type Share } from './search'

/**
 * Answers are asked for in the name of a job, a few at once in all, and each is stored as it comes: whoever goes
 * on after a kill or a stop finds it.
 */

/** An answer to be asked for. */
export interface ToAsk {
  cell: string
  /** what the page tells of it, beside the answer */
  about: Prisma.InputJsonObject
  checks: readonly Check[]
  sample: (signal: AbortSignal) => Promise<Sampled>
}

/** What is kept of an answer. */
export interface KeptAnswer {
  texts: string[]
  calls: { name: string; input: Record<string, unknown> }[]
  changes: { storeId: string; path: string; before: string | null; after: string | null }[]
  /** in the order of the checks */
  checks: boolean[]
  ms: number
  about: Record<string, unknown>
}

/** What answers took. */
export type AnswerUsage = ModelUsage & { requests: number }

const NONE: AnswerUsage = { ...NO_USAGE, requests: 0 }

const sumOf = (one: AnswerUsage, other: AnswerUsage): AnswerUsage => ({
  ...sumOfUsage(one, other),
  requests: one.requests + other.requests,
})

/** What a job's answers took so far. */
export const usageOfJob = ({ usage }: Pick<Job, 'usage'>): AnswerUsage => {
  const kept = usage as Partial<AnswerUsage>
  return { ...usageOf((name) => kept[name] ?? 0), requests: kept.requests ?? 0 }
}

/** The answers of one job. */
export class Answers {
  #usage = NONE
  #count = 0
  #underWay = 0
  readonly #hard: AbortSignal
  readonly #shares = new Map<string, Share>()
  readonly #numbers = new Map<string, Set<number>>()
  #stored: Promise<void> = Promise.resolve()

  private constructor(
    private readonly job: Job,
    private readonly running: Running,
    private readonly budget: number,
  ) {
    // Each answer that waits for a slot hears of a stop.
    setMaxListeners(0, running.signal)
    this.#hard = hardSignal(job.id, running.signal)
  }

  /** With those that are stored already. `budget`: all that may be asked for. */
  static async of(job: Job, running: Running, budget: number): Promise<Answers> {
    const answers = new Answers(job, running, budget)
    const select = { cell: true, number: true, held: true, usage: true } as const
    const rows = await db.sample.findMany({ where: { jobId: job.id }, select })
    for (const { cell, number, held, usage } of rows) {
      answers.#take(cell, number, held === true, usage as unknown as AnswerUsage)
    }
    return answers
  }

  of(cell: string): Share {
    return this.#shares.get(cell) ?? { held: 0, of: 0 }
  }

  /**
   * Asks for all, and returns once all are stored. Throws `OutOfBudget` before it asks for more than may be spent,
   * the signal's reason once the job was stopped, and what a model refuses; the others are stored by then.
   */
  async ask(round: readonly ToAsk[]): Promise<void> {
    if (this.#count + this.#underWay + round.length > this.budget) throw new OutOfBudget()
    const { signal } = this.running
    this.#underWay += round.length
    const free = new Map<string, number>()
    const asked = round.map((each) => {
      const number = this.#freeNumber(each.cell, free)
      const slot = inSlot(this.job.id, signal, async () => {
        const sampled = await each.sample(this.#hard)
        const judged = await checked(each.checks, sampled, this.#hard)
        // One after the other: each adds to what those before it took.
        const stored = this.#stored.then(() => this.#store(each, number, sampled, judged))
        this.#stored = stored.catch(() => {})
        await stored
      })
      return slot.finally(() => this.#underWay--)
    })
    const ended = await Promise.allSettled(asked)
    await this.running.report('asking', this.#count, this.budget)
    signal.throwIfAborted()
    for (const each of ended) if (each.status === 'rejected') throw each.reason as Error
  }

  /** A killed round may have left gaps. */
  #freeNumber(cell: string, given: Map<string, number>): number {
    const used = this.#numbers.get(cell)
    let number = given.get(cell) ?? 0
    while (used?.has(number)) number++
    given.set(cell, number + 1)
    return number
  }

  async #store(
    { cell, about }: ToAsk,
    number: number,
    { texts, calls, changes, usage: own, requests, ms }: Sampled,
    judged: Awaited<ReturnType<typeof checked>>,
  ): Promise<void> {
    const { id: jobId } = this.job
    const held = judged.held.every(Boolean)
    const usage = { ...sumOfUsage(own, judged.usage), requests: requests + judged.requests }
    const answer = { texts, calls, changes, checks: judged.held, ms, about }
    const total = sumOf(this.#usage, usage)
    await write(async (tx) => {
      // What was read before a redaction, which ends the job, is not stored after it.
      const { count } = await tx.job.updateMany({
        where: { id: jobId, state: 'running' },
        data: { usage: total },
      })
      if (count === 0) throw new Error('the job was taken away')
      const row = { jobId, cell, number, held, usage, createdAt: new Date() }
      await tx.sample.create({
        data: { ...row, answer: answer as unknown as Prisma.InputJsonObject },
        select: { jobId: true },
      })
    })
    this.#take(cell, number, held, usage)
    await this.running.report('asking', this.#count, this.budget).catch(() => {})
  }

  #take(cell: string, number: number, held: boolean, usage: AnswerUsage): void {
    const share = this.of(cell)
    this.#shares.set(cell, { held: share.held + Number(held), of: share.of + 1 })
    this.#numbers.set(cell, (this.#numbers.get(cell) ?? new Set()).add(number))
    this.#usage = sumOf(this.#usage, usage)
    this.#count++
  }
}

const underWay = perProcess('answers under way', () => new Map<string, AbortController>())

/** Aborts with the process or the lease, but not where a person stops: what is under way is kept then. */
function hardSignal(jobId: string, signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  // Each request waits for it.
  setMaxListeners(0, controller.signal)
  underWay.set(jobId, controller)
  const pass = () => {
    if (!isAtItsEnd(signal)) controller.abort(signal.reason)
  }
  if (signal.aborted) pass()
  else signal.addEventListener('abort', pass, { once: true })
  return controller.signal
}

/** Cuts what is under way for a job in this process. */
export function cutAnswers(jobId: string): void {
  underWay.get(jobId)?.abort(new Error('the job was taken away'))
}

/** Forgets a job that has ended. */
export function endAnswers(jobId: string): void {
  underWay.delete(jobId)
}

const slots = perProcess('slots for answers', () => ({
  taken: 0,
  waiting: [] as { jobId: string; begin: () => void }[],
  last: '',
}))

/** Does something once a slot is free; jobs take turns. Throws the signal's reason while it waits. */
async function inSlot<T>(jobId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      slots.waiting = slots.waiting.filter((each) => each !== waiting)
      reject(signal.reason as Error)
    }
    const begin = () => {
      signal.removeEventListener('abort', leave)
      slots.taken++
      resolve()
    }
    const waiting = { jobId, begin }
    if (signal.aborted) return reject(signal.reason as Error)
    signal.addEventListener('abort', leave, { once: true })
    slots.waiting.push(waiting)
    fill()
  })
  try {
    return await work()
  } finally {
    slots.taken--
    fill()
  }
}

function fill(): void {
  while (slots.taken < settings().replayConcurrency) {
    const others = slots.waiting.find(({ jobId }) => jobId !== slots.last)
    const next = others ?? slots.waiting[0]
    if (!next) return
    slots.waiting = slots.waiting.filter((each) => each !== next)
    slots.last = next.jobId
    next.begin()
  }
}
