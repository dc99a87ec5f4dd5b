import { db } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { Refusal } from '@/lib/refusal'
import { type Cause, PERSON } from './model/actor'
import type { Version } from './model/model'
import { checkContent, invalidInput } from './model/problems'
import { getStore } from './stores'
import { versionsAt } from './told'
import { change } from './write/change'

/**
 * Moments of a store: its states between one change and the next. A name is an event about the number
 * at which the moment stands; the last event about a number holds, and one without a text takes the
 * name away.
 */

/** The most characters of a name. */
const MAX_MOMENT_NAME = 120

export interface NamedMoment {
  /** the last change that it includes */
  sequence: number
  name: string
  /** when that change was made; null: before the first */
  at: Date | null
  changesSince: number
}

/**
 * Names the moment that a number of the store's changes belongs to, or takes its name away (null).
 * Archived stores allow it, since nothing in them changes. `shown`: the name that the page showed.
 * Refuses `store_not_found`, `invalid_input`, `moment_renamed` where it has another one by now, and
 * `moment_name_taken` where another moment of the store has the name.
 */
export async function nameMoment(
  storeId: string,
  sequence: number,
  name: string | null,
  cause: Cause,
  shown?: { name: string | null },
): Promise<void> {
  const wanted = name === null ? null : checkedName(name)
  const { lastSequence } = await getStore(storeId)
  if (!Number.isInteger(sequence) || sequence < 0 || sequence > lastSequence) {
    throw invalidInput('sequence', `must be between 0 and ${lastSequence}`)
  }
  const moment = (await momentPlace(storeId, sequence)).sequence
  await change(
    storeId,
    cause,
    async (c) => {
      const names = namesOf(await c.tx.event.findMany(momentsIn(storeId)))
      const now = names.get(moment) ?? null
      if (now === wanted) return c.nothing(undefined)
      if (shown && shown.name !== now) throw renamed(moment)
      for (const [other, taken] of names) {
        if (taken === wanted && other !== moment) throw nameTaken(taken, other)
      }
      await c.event({
        type: 'moment',
        subjectId: String(moment),
        ...(wanted !== null && { text: wanted }),
      })
    },
    { whenArchived: 'allow' },
  )
}

function checkedName(given: string): string {
  const name = given.trim()
  if (name === '') throw invalidInput('name', 'must not be empty')
  if ([...name].length > MAX_MOMENT_NAME) {
    throw invalidInput('name', `must be at most ${MAX_MOMENT_NAME} characters`)
  }
  checkContent(name, 'name')
  if (/\p{Cc}/u.test(name)) throw invalidInput('name', 'must not contain control characters')
  return name
}

const nameTaken = (name: string, sequence: number) =>
  new Refusal('moment_name_taken', `The moment at change ${sequence} already has that name.`, {
    name,
    sequence,
  })

const renamed = (sequence: number) =>
  new Refusal(
    'moment_renamed',
    `The moment at change ${sequence} was named otherwise meanwhile. Look at it again.`,
    { sequence },
  )

const momentsIn = (storeId: string) => ({
  where: { storeId, type: 'moment' },
  orderBy: { sequence: 'asc' as const },
})

/** The names that hold, by the number of their moment. */
function namesOf(
  rows: readonly { subjectId: string | null; text: string | null }[],
): Map<number, string> {
  const names = new Map<number, string>()
  for (const { subjectId, text } of rows) {
    if (text === null) names.delete(Number(subjectId))
    else names.set(Number(subjectId), text)
  }
  return names
}

/** The named moments of a store, the latest first. Refuses `store_not_found`. */
export async function listMoments(storeId: string): Promise<NamedMoment[]> {
  const { lastSequence } = await getStore(storeId)
  const names = namesOf(await db.event.findMany(momentsIn(storeId)))
  if (names.size === 0) return []
  const since = { gt: Math.min(...names.keys()) }
  const [versions, events] = await Promise.all([
    versionsAt(storeId, [...names.keys()]),
    db.event.findMany({ where: { storeId, sequence: since }, select: { sequence: true } }),
  ])
  const times = new Map(versions.map(({ sequence, createdAt }) => [sequence, createdAt]))
  const moments = [...names].map(([sequence, name]): NamedMoment => {
    // Each number is a version or an event.
    const steps = events.filter((event) => event.sequence > sequence).length
    const changesSince = lastSequence - sequence - steps
    return { sequence, name, at: times.get(sequence) ?? null, changesSince }
  })
  return moments.sort((one, other) => other.sequence - one.sequence)
}

const WRITTEN = { sequence: true, createdAt: true, batchId: true } as const

/** The last version up to a number of the store's changes. */
const lastVersion = (storeId: string, upTo: number) =>
  db.version.findFirst({
    where: { storeId, sequence: { lte: upTo } },
    orderBy: { sequence: 'desc' },
    select: WRITTEN,
  })

/** A moment among its neighbours. Numbers are those of the last change that each includes. */
export interface MomentPlace {
  sequence: number
  /** null: before the first change */
  at: Date | null
  /** null: there is none */
  previous: number | null
  next: number | null
  /** the store's last moment; 0: nothing was ever written */
  last: number
}

/**
 * The moment that a number belongs to. What one transaction wrote has one time and one batch and is one
 * moment; steps that changed no memory make none. Refuses `store_not_found`.
 */
export async function momentPlace(storeId: string, sequence: number): Promise<MomentPlace> {
  const { lastSequence } = await getStore(storeId)
  const [own, last] = await Promise.all([
    lastVersion(storeId, Math.min(sequence, lastSequence)),
    lastVersion(storeId, lastSequence),
  ])
  const together = own ? await togetherWith(storeId, own) : { first: 0, last: 0 }
  const [before, after] = await Promise.all([
    lastVersion(storeId, together.first - 1),
    db.version.findFirst({
      where: { storeId, sequence: { gt: together.last } },
      orderBy: { sequence: 'asc' },
      select: WRITTEN,
    }),
  ])
  return {
    sequence: together.last,
    at: own?.createdAt ?? null,
    previous: own ? (before?.sequence ?? 0) : null,
    next: after && (await togetherWith(storeId, after)).last,
    last: last?.sequence ?? 0,
  }
}

/** The moment before the last change that the person did not make; null: all are theirs. */
export async function beforeOthers(storeId: string): Promise<number | null> {
  const last = await db.version.findFirst({
    where: { storeId, actorId: { not: PERSON.id } },
    orderBy: { sequence: 'desc' },
    select: { sequence: true },
  })
  return last && (await momentPlace(storeId, last.sequence)).previous
}

/** The first and the last version that were written along with one. */
async function togetherWith(
  storeId: string,
  { sequence, ...together }: Pick<Version, keyof typeof WRITTEN>,
): Promise<{ first: number; last: number }> {
  const { _min, _max } = await db.version.aggregate({
    where: { storeId, ...together },
    _min: { sequence: true },
    _max: { sequence: true },
  })
  return { first: _min.sequence ?? sequence, last: _max.sequence ?? sequence }
}

/** Consecutive changes of a store as one bar of its time bar. */
export interface DensityBar {
  /** the first number in it */
  from: number
  /** the times of both */
  fromAt: Date
  toAt: Date
  /** by how many bytes memories grew or shrank, a change at least by one; estimated where there are many */
  bytes: number
}

const MAX_BARS = 240

/** Changes of a bar that are looked at. */
const SAMPLES = 8

const NUMBERS_A_STATEMENT = 256

/**
 * When a store was changed, and how much, in at most this many bars of equally many changes: a
 * hundred thousand cost what two thousand do. Refuses `store_not_found`.
 */
export async function density(storeId: string, bars: number): Promise<DensityBar[]> {
  const { lastSequence } = await getStore(storeId)
  const last = (await lastVersion(storeId, lastSequence))?.sequence ?? 0
  const spans = spansOf(last, Math.min(bars, MAX_BARS))
  const samples = spans.map(sampleOf)
  const seen = await changesAt(storeId, samples.flat())
  const first = samples.flat().find((number) => seen.has(number))
  let time = seen.get(first ?? 0)?.at ?? new Date(0)
  return spans.map(({ from, to }, index): DensityBar => {
    const numbers = samples[index] ?? []
    const changes = numbers.flatMap((number) => seen.get(number) ?? [])
    const sum = changes.reduce((bytes, change) => bytes + change.bytes, 0)
    const fromAt = changes[0]?.at ?? time
    time = changes.at(-1)?.at ?? time
    const bytes = Math.round((sum * (to - from + 1)) / numbers.length)
    return { from, fromAt, toAt: time, bytes }
  })
}

interface Span {
  from: number
  to: number
}

/** The numbers up to the last in spans of equal length, which differ by one at most. */
function spansOf(last: number, count: number): Span[] {
  const most = Math.min(count, last)
  const endOf = (index: number) => Math.floor((last * (index + 1)) / most)
  return Array.from({ length: most }, (_, index) => ({
    from: index === 0 ? 1 : endOf(index - 1) + 1,
    to: endOf(index),
  }))
}

/** Evenly spread numbers of a span, its ends among them. */
function sampleOf({ from, to }: Span): number[] {
  const count = Math.min(to - from + 1, SAMPLES)
  const step = count === 1 ? 0 : (to - from) / (count - 1)
  return Array.from({ length: count }, (_, index) => from + Math.round(step * index))
}

/** Of the versions with these numbers: when they were written, and by how much a memory grew or shrank. */
async function changesAt(
  storeId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, { at: Date; bytes: number }>> {
  // One after the other: of both in one condition SQLite looks through all of the store.
  const read = (by: 'sequence' | 'untilSequence') =>
    rowsOf(
      numbers,
      (some) => db.version.findMany({ where: { storeId, [by]: { in: some } }, select: CHANGED }),
      { size: NUMBERS_A_STATEMENT },
    )
  const versions = await read('sequence')
  const ended = await read('untilSequence')
  const before = new Map(ended.map(({ untilSequence, size }) => [untilSequence, size ?? 0]))
  return new Map(
    versions.map(({ sequence, size, createdAt: at }) => [
      sequence,
      { at, bytes: Math.max(1, Math.abs((size ?? 0) - (before.get(sequence) ?? 0))) },
    ]),
  )
}

const CHANGED = { sequence: true, untilSequence: true, size: true, createdAt: true } as const
