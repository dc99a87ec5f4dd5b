import type { Database } from '@/lib/db/database'
import { pathsInVersions, versionIfThere } from '@/lib/store/versions/read-versions'
import type { CausePlan, PlannedMemory } from './causes/cause-plan'
import type { CauseResult } from './model/replay'
import { answeredBy } from './run/replay-program'
import { areRepeatsWeak, askedAmong, purposesOf } from './run/stored-question'
import {
  type AnswerAmong,
  resumeSearch,
  type Round,
  type RoundPurpose,
} from './search/cause-search'
import { isShown, type Share } from './search/question'
import type { StoredRounds } from './search/resume'
import { replayById, type ReplayRow, type SampleRow, samplesOfReplay } from './sql/replays'

/** A memory of a search, as it is narrowed down. */
export interface FunnelRow extends PlannedMemory {
  /** null: redacted, or gone */
  path: string | null
  /** bytes */
  size: number | null
  /** of the questions of each column, the share that hid it, 0 to 1 */
  hidden: number[]
  /** the number of the column that cleared it; null: it may be the cause, or is */
  clearedIn: number | null
  isFound: boolean
}

/** A round of questions, or several that asked for the answer as it was. */
export interface FunnelColumn {
  purpose: RoundPurpose
  /** from 1; the answer as it was and with all hidden have 0 */
  number: number
  share: Share
}

/** A search among memories: how round after round leaves fewer of them. */
export interface Funnel {
  columns: FunnelColumn[]
  rows: FunnelRow[]
  /** memories that are not listed, and how many of them are cleared */
  more: { count: number; cleared: number }
  /** how many memories may be the cause, what is found among them */
  left: number
}

/** Of more memories it is not told: it would take too long. */
const MAX_MEMORIES = 500
/** Memories that are listed: what is found, then what is possible, then what was cleared last. */
const LISTED = 14

/**
 * The funnel of a search for causes; null: there is none, or it has too many memories to be told, or was
 * asked by another version of Palimpsest, whose questions this one would not ask.
 */
export async function causeFunnel(db: Database, id: string): Promise<Funnel | null> {
  const row = await replayById(db.read, id)
  if (!row || row.kind !== 'cause' || row.plan === null) return null
  const plan = JSON.parse(row.plan) as CausePlan
  const { items } = plan
  if (items.length > MAX_MEMORIES) return null
  const standing = await standingOf(plan, row, await samplesOfReplay(db.read, row.key))
  if (standing === null) return null
  const { answers, answered, before, found, isDecided } = standing
  const columns = columnsOf(answered, answers)
  const told = items.map((_, item) => {
    const cleared = clearedBy(before, item, isDecided)
    return {
      item,
      isFound: found.has(item),
      clearedIn:
        cleared === null ? null : (columns.find(({ to }) => to >= cleared)?.column.number ?? 0),
      hidden: columns.map(({ from }) => hiddenShare(answered[from], item)),
    }
  })
  const ordered = told.toSorted(
    (one, other) =>
      Number(other.isFound) - Number(one.isFound) ||
      (other.clearedIn ?? Infinity) - (one.clearedIn ?? Infinity) ||
      one.item - other.item,
  )
  const listed = ordered.slice(0, LISTED)
  const rest = ordered.slice(LISTED)
  const isLeft = (each: { isFound: boolean; clearedIn: number | null }) =>
    each.isFound || each.clearedIn === null
  return {
    columns: columns.map(({ column }) => column),
    rows: await Promise.all(
      listed.map(async ({ item, ...about }) => {
        const [memory] = items[item] ?? []
        if (!memory) throw new Error('a search has a memory that was not planned')
        return { ...memory, ...(await namedOf(db, memory)), ...about }
      }),
    ),
    more: { count: rest.length, cleared: rest.filter((each) => !isLeft(each)).length },
    left: told.filter(isLeft).length,
  }
}

/** A memory that a search cleared: it is no cause. */
export interface ClearedMemory extends PlannedMemory {
  /** null: redacted, or gone */
  path: string | null
}

/**
 * The memories that a search has cleared so far, most suspect first; null: they are too many to be told,
 * or another version of Palimpsest asked.
 */
export async function clearedMemories(db: Database, id: string): Promise<ClearedMemory[] | null> {
  const row = await replayById(db.read, id)
  if (!row || row.kind !== 'cause' || row.plan === null) return []
  const plan = JSON.parse(row.plan) as CausePlan
  const { items } = plan
  if (items.length > MAX_MEMORIES) return null
  const samples = await samplesOfReplay(db.read, row.key)
  const standing = await standingOf(plan, row, samples)
  if (standing === null) return null
  const { before, found, isDecided } = standing
  const cleared = items.filter(
    (_, item) => !found.has(item) && clearedBy(before, item, isDecided) !== null,
  )
  const memories = cleared.flat()
  const paths = await pathsInVersions(
    db,
    memories.map(({ versionId }) => versionId),
  )
  return memories.map((memory) => ({ ...memory, path: paths.get(memory.versionId) ?? null }))
}

/** A search among memories as its answers leave it; null: some are to other questions than it asks. */
async function standingOf(
  { items, atOnce, parts }: CausePlan,
  { result: stored }: Pick<ReplayRow, 'result'>,
  samples: readonly SampleRow[],
) {
  const [answers = []] = answeredBy(samples, askedAmong)
  const [asked = []] = purposesOf(samples)
  const search = {
    itemCount: items.length,
    atOnce,
    budget: Number.MAX_SAFE_INTEGER,
    asked,
    areRepeatsWeak: areRepeatsWeak(samples),
  }
  const { answered, round, result, hasOthers } = await resumeSearch(search, answers)
  if (hasOthers) return null
  const before = [...answered, ...(round ? [round] : [])]
  // What adds a little may have looked like no cause before it was asked for.
  const named = parts && stored !== null ? (JSON.parse(stored) as CauseResult).causes : []
  const isNamed = (item: CausePlan['items'][number]) =>
    item.some(({ memoryId }) => named.some((cause) => cause.memoryId === memoryId))
  return {
    answers,
    answered,
    before,
    found: new Set([
      ...(result?.causes ?? before.at(-1)?.found ?? []),
      ...items.flatMap((item, index) => (isNamed(item) ? [index] : [])),
    ]),
    isDecided: result?.verdict === 'caused' || result?.verdict === 'no_memory',
  }
}

/** A column, and the first and last of the rounds that it shows. */
interface Column {
  column: FunnelColumn
  from: number
  to: number
}

function columnsOf(rounds: readonly Round[], answers: StoredRounds<AnswerAmong>): Column[] {
  const columns: Column[] = []
  for (const [index, { purpose }] of rounds.entries()) {
    const share = shareOf(answers[index] ?? [])
    const last = columns.at(-1)
    if (purpose === 'baseline' && last?.column.purpose === 'baseline') {
      const { held, of } = last.column.share
      last.column.share = { held: held + share.held, of: of + share.of }
      last.to = index
      continue
    }
    const isEnd = purpose === 'baseline' || purpose === 'all_hidden'
    const number = isEnd ? 0 : (last?.column.number ?? 0) + 1
    columns.push({ column: { purpose, number, share }, from: index, to: index })
  }
  return columns
}

/** The round whose answers cleared an item; null: it may still turn the answer. */
function clearedBy(rounds: readonly Round[], item: number, isDecided: boolean): number | null {
  const last = rounds.findLastIndex(
    ({ possible, found }) => possible.includes(item) || found.includes(item),
  )
  return last === rounds.length - 1 && !isDecided ? null : last
}

function hiddenShare(round: Round | undefined, item: number): number {
  if (!round) return 0
  const { questions } = round
  return questions.filter((question) => !isShown(question, item)).length / questions.length
}

function shareOf(answers: readonly (AnswerAmong | undefined)[]): Share {
  return { held: answers.filter((answer) => answer?.held === true).length, of: answers.length }
}

async function namedOf(
  db: Database,
  { storeId, versionId }: PlannedMemory,
): Promise<Pick<FunnelRow, 'path' | 'size'>> {
  const version = await versionIfThere(db, { storeId, versionId, view: 'basic' })
  return { path: version?.path ?? null, size: version?.size ?? null }
}
