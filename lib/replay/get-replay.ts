import type { Database } from '@/lib/db/database'
import type { Check } from './model/check'
import type { ReplayInput, ReplayUsage, StoredVariant } from './model/replay'
import { sampleName } from './model/sample-name'
import { headOf, type ReplayHead } from './replay-head'
import { NOT_REPEATED, type RepeatedEarlier } from './replayed-turn'
import type { SamplesPlan } from './samples/samples-replay'
import type { ScratchChange } from './scratch/scratch-store'
import { replayById, type SampleRow, samplesOfReplay } from './sql/replays'
import type { Answer } from './turn/turn'

/** One answer of a replay. */
export interface ReplaySample extends Answer {
  /** for `markAnswer` */
  sample: string
  /** in the order of the replay's checks; null: a person has yet to say */
  checks: readonly (boolean | null)[]
  /** what it changed in its scratch stores */
  changes: readonly (ScratchChange & { storeId: string })[]
  usage: ReplayUsage
}

/** A turn asked again a number of times, as far as it is. */
export interface Replay extends ReplayHead {
  variant: StoredVariant
  checks: readonly Check[]
  wanted: number
  samples: ReplaySample[]
  /** of what is hidden; nothing until it runs */
  repeatedEarlier: RepeatedEarlier
}

/** A replay by its id; null: there is none. */
export async function getReplay(db: Database, id: string): Promise<Replay | null> {
  const row = await replayById(db.read, id)
  if (!row || row.kind !== 'replay') return null
  const { variant, checks, samples: wanted } = JSON.parse(row.input) as ReplayInput
  const samples = (await samplesOfReplay(db.read, row.key)).map(sampleOf)
  const { repeatedEarlier = NOT_REPEATED } =
    row.plan === null ? {} : (JSON.parse(row.plan) as SamplesPlan)
  return { ...headOf(row), variant, checks, wanted, samples, repeatedEarlier }
}

function sampleOf(row: SampleRow): ReplaySample {
  const { requests, inputTokens, outputTokens } = row
  const { texts, calls, changes, checks } = JSON.parse(row.answer) as StoredAnswer
  const usage = { requests, inputTokens, outputTokens }
  return { sample: sampleName(row), texts, calls, changes, checks, usage }
}

type StoredAnswer = Omit<ReplaySample, 'sample' | 'usage'>
