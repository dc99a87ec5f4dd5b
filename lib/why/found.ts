import { db } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { isToReview } from '@/lib/review/to-review'
import { type BlameRun, blame } from '@/lib/store/blame'
import type { Writer } from '@/lib/store/model/actor'
import type { LinesRef } from '@/lib/store/plan/plan'
import { type Reader, readersOf } from '@/lib/store/reads'
import { versionTexts } from '@/lib/store/versions'
import { lineHunks, partsOf } from '@/lib/text/line-hunks'
import { linesWithEnds, splitLines } from '@/lib/text/lines'
import { groupedBy } from '@/lib/text/lists'
import { matchingLines } from '@/lib/text/matching-lines'
import type { KeptAnswer } from './asking'
import type { CauseResult } from './causes'

/** What a page tells of a search: its questions, and of each line found whose it is. */

/** A question, with what was answered to it. */
export interface Step {
  cell: string
  /** of how many items so many were hidden */
  hid: number
  of: number
  /** whose lines the items are; null: memories */
  memoryId: string | null
  /** the items, where few were shown: ids of memories, or with a line behind them */
  shown: string[]
  /** whether each answer held, in the order of their numbers */
  held: boolean[]
}

export interface ShownAnswer extends Pick<KeptAnswer, 'texts' | 'calls' | 'changes' | 'ms'> {
  cell: string
  number: number
  held: boolean
}

/** Answers of a search, the newest first: all, or those to one question. */
export async function searchAnswers(
  of: { jobId: string; cell?: string; held?: boolean },
  most: number,
): Promise<ShownAnswer[]> {
  const rows = await db.sample.findMany({
    where: of,
    orderBy: [{ createdAt: 'desc' }, { number: 'desc' }],
    take: most,
  })
  return rows.map(({ cell, number, held, answer }) => {
    const { texts, calls, changes, ms } = answer as unknown as KeptAnswer
    return { cell, number, held: held === true, texts, calls, changes, ms }
  })
}

/** A search's questions in the order in which they were first asked, and how many answers it has. */
export async function stepsOf(jobId: string): Promise<{ steps: Step[]; count: number }> {
  const rows = await db.sample.findMany({
    where: { jobId },
    orderBy: [{ createdAt: 'asc' }, { number: 'asc' }],
    select: { cell: true, number: true, held: true },
  })
  const byCell = groupedBy(rows, ({ cell }) => cell)
  const first = [...byCell].flatMap(([cell, [own]]) => (own ? { cell, number: own.number } : []))
  const firsts = await rowsOf(first, (some) =>
    db.sample.findMany({ where: { jobId, OR: some }, select: { cell: true, answer: true } }),
  )
  const aboutOf = new Map(
    firsts.map(({ cell, answer }) => [cell, (answer as unknown as KeptAnswer).about]),
  )
  const steps = [...byCell].map(([cell, own]): Step => {
    const { hid, of, memoryId, shown } = aboutOf.get(cell) as unknown as Step
    return { cell, hid, of, memoryId, shown, held: own.map(({ held }) => held === true) }
  })
  return { steps, count: rows.length }
}

/** Lines that one version wrote, of those that were found. */
export interface FoundRun {
  /** the first of them */
  from: number
  versionId: string
  by: Writer
  at: Date
  /** whether a person has looked at it */
  isLookedAt: boolean
  /** what stood there before, as far as it is known */
  before: string[]
  /** the lines as they came */
  lines: LinesRef[]
}

/** A memory that was found, in the version that the agent had. */
export interface FoundMemory {
  memoryId: string
  storeId: string
  versionId: string
  ordinal: number
  /** null: it was redacted since */
  path: string | null
  content: string
  /** the lines that matter: those of all sets; all of them where it is named whole */
  lines: number[]
  isWhole: boolean
  runs: FoundRun[]
  /** who read it since those lines came */
  readers: Reader[]
}

/** The memories that a search names, with whose their lines are. */
export function foundMemories(of: Pick<CauseResult, 'named' | 'lines'>): Promise<FoundMemory[]> {
  return Promise.all(of.named.map((each) => foundMemory(each, of.lines[each.memoryId] ?? null)))
}

async function foundMemory(
  { memoryId, storeId, versionId }: CauseResult['named'][number],
  sets: CauseResult['lines'][string] | null,
): Promise<FoundMemory> {
  const version = await db.version.findUnique({
    where: { id: versionId },
    omit: { content: false },
  })
  const content = version?.content ?? ''
  const all = splitLines(content).map((_, at) => at + 1)
  const inSets = new Set((sets ?? []).flat().flatMap(([from, to]) => range(from, to)))
  const found = sets === null ? all : all.filter((line) => inSets.has(line))
  const base = { memoryId, storeId, versionId, content, lines: found, isWhole: sets === null }
  const at = { ordinal: version?.ordinal ?? 0, path: version?.path ?? null }
  if (content === '') return { ...base, ...at, runs: [], readers: [] }
  const blamed = await blame({ storeId, versionId })
  const isUnseen = await isToReview(memoryId)
  const runs = await Promise.all(
    blamed.flatMap((run) => {
      const own = range(run.line, run.line + run.lines.length - 1).filter((line) =>
        found.includes(line),
      )
      return own.length === 0 ? [] : foundRun(run, own, content, isUnseen)
    }),
  )
  const isOf = ({ version: { id } }: BlameRun) => runs.some(({ versionId }) => versionId === id)
  const first = blamed.filter(isOf).map(({ version: { sequence } }) => sequence)
  const since = { sequence: Math.min(...first) }
  return {
    ...base,
    ...at,
    runs,
    readers: first.length === 0 ? [] : await readersOf(memoryId, since),
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

async function foundRun(
  { version }: BlameRun,
  own: readonly number[],
  content: string,
  isUnseen: Awaited<ReturnType<typeof isToReview>>,
): Promise<FoundRun> {
  const where = { memoryId: version.memoryId, ordinal: version.ordinal - 1 }
  const previous = await db.version.findFirst({ where, select: { id: true } })
  const texts = await versionTexts([version.id, ...(previous ? [previous.id] : [])])
  const after = texts.get(version.id) ?? ''
  const before = texts.get(previous?.id ?? '') ?? ''
  // Where the lines were when they came.
  const then = matchingLines(linesWithEnds(after), linesWithEnds(content)).flatMap((pair) =>
    own.includes(pair.after + 1) ? pair.before + 1 : [],
  )
  const parts = lineHunks(before, after).flatMap((hunk) =>
    partsOf(hunk, (line) => then.includes(line)),
  )
  const lastAfter = (from: number) =>
    then.find((line) => line >= from && !then.includes(line + 1)) ?? from
  const earlier = linesWithEnds(before)
  return {
    from: own[0] ?? 1,
    versionId: version.id,
    by: version.by,
    at: version.createdAt,
    isLookedAt: !isUnseen(version),
    before: parts.flatMap(({ beforeFrom, beforeCount }) =>
      earlier.slice(beforeFrom, beforeFrom + beforeCount).map((line) => line.trimEnd()),
    ),
    lines: then
      .filter((line) => !then.includes(line - 1))
      .map((from) => ({ versionId: version.id, from, to: lastAfter(from) })),
  }
}

/** The paths of memories, by their ids; one that is gone has that of its last version. */
export async function pathsOf(memoryIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const versions = await db.version.findMany({
    where: { memoryId: { in: [...new Set(memoryIds)] }, path: { not: null } },
    select: { memoryId: true, path: true },
    orderBy: { sequence: 'asc' },
  })
  return new Map(versions.map(({ memoryId, path }) => [memoryId, path ?? '']))
}
