import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { jobEnded } from '@/lib/jobs/jobs'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import type { Answer, Chosen, Plan, PlanRow } from '@/lib/store/plan/plan'
import { exportStore } from '@/lib/transfer/export'
import type { Named } from '@/lib/transfer/read-source'
import { pathOf } from '@/lib/transfer/plan'
import { countsOf, entriesOf, type SeedEntry, type SeedReport } from '@/lib/transfer/report'
import { openSource } from '@/lib/transfer/seed'

const NOBODY_STOPS = new AbortController().signal

/** Writes files below a folder. */
export function put(folder: string, name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

export interface HowToSeed {
  withHistory?: boolean
  isTrusted?: boolean
  /** for all conflicts, or by path */
  answer?: Answer
  answers?: Record<string, Answer>
  leftOut?: string[]
  cause?: Cause
}

/** Opens a source and plans it; `done` does what was chosen. */
export async function planFrom(
  storeId: string,
  from: string | Named,
  { withHistory = true, isTrusted = true, cause = BY_PERSON, ...how }: HowToSeed = {},
) {
  const named: Named = typeof from === 'string' ? { type: 'any', path: from } : from
  const { id: jobId } = await openSource({ storeId, named, isTrusted }, cause, NOBODY_STOPS)
  const ask = { kind: 'seed' as const, jobId, withHistory }
  const { plan } = await planOf(storeId, ask)
  const done = async (chosen: Chosen = chosenOf(plan, how)): Promise<SeedReport> => {
    await doPlan(storeId, ask, chosen, cause)
    const { state, error, result } = await jobEnded(jobId)
    if (state !== 'done') throw new Error(`the seeding is ${state}: ${error}`)
    return result as unknown as SeedReport
  }
  const entries = entriesOf(plan)
  return { jobId, ask, plan, entries, counts: countsOf(entries, plan.same), done }
}

function chosenOf(plan: Plan, { answer, answers = {}, leftOut = [] }: HowToSeed): Chosen {
  const answerFor = (row: PlanRow) =>
    answers[pathOf(row)] ?? (row.group === 'conflict' ? answer : undefined)
  const given = plan.rows.flatMap((row) => {
    const chosen = answerFor(row)
    return chosen === undefined ? [] : [[row.id, chosen] as const]
  })
  const out = plan.rows.filter((row) => leftOut.includes(pathOf(row)))
  return {
    hash: plan.hash,
    answers: Object.fromEntries(given),
    leftOut: out.map(({ id }) => id),
  }
}

/** Plans a seeding and does it. */
export async function seedFrom(
  storeId: string,
  from: string | Named,
  how: HowToSeed = {},
): Promise<SeedReport> {
  return (await planFrom(storeId, from, how)).done()
}

export async function exported(
  storeId: string,
  {
    format = 'jsonl',
    withHistory = false,
    at,
  }: {
    format?: 'zip' | 'jsonl'
    withHistory?: boolean
    at?: number
  } = {},
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const asked = { storeId, format, withHistory, at, reader: BY_PERSON, signal: NOBODY_STOPS }
  for await (const piece of await exportStore(asked)) pieces.push(piece)
  return Buffer.concat(pieces)
}

export const upload = (name: string, content: string | Buffer): Named => {
  return { type: 'upload', name, bytes: Buffer.from(content) }
}

/** JSON Lines. */
export function jsonLines(...lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** The time of the n-th second of a history. */
export const second = (n: number): string => new Date(1_700_000_000_000 + n * 1000).toISOString()

/** Entries of a report by their path. */
export const byPath = (entries: readonly SeedEntry[]) =>
  Object.fromEntries(
    entries.map(({ path: at, action, reason }) => [at, reason ? `${action} ${reason}` : action]),
  )
