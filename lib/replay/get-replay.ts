import type { Database } from '@/lib/db/database'
import type { Check } from './model/check'
import type { ReplayInput, ReplayUsage, StoredVariant } from './model/replay'
import { headOf, type ReplayHead } from './replay-head'
import type { ScratchChange } from './scratch/scratch-store'
import { replayById, type SampleRow, samplesOfReplay } from './sql/replays'
import type { Answer } from './turn/turn'

/** One answer of a replay. */
export interface ReplaySample extends Answer {
  /** in the order of the replay's checks; null: a person is asked */
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
}

/** A replay by its id; null: there is none. */
export async function getReplay(db: Database, id: string): Promise<Replay | null> {
  const row = await replayById(db.read, id)
  if (!row || row.kind !== 'replay') return null
  const { variant, checks, samples: wanted } = JSON.parse(row.input) as ReplayInput
  const samples = (await samplesOfReplay(db.read, row.key)).map(sampleOf)
  return { ...headOf(row), variant, checks, wanted, samples }
}

function sampleOf({ answer, requests, inputTokens, outputTokens }: SampleRow): ReplaySample {
  const { texts, calls, changes, checks } = JSON.parse(answer) as Omit<ReplaySample, 'usage'>
  return { texts, calls, changes, checks, usage: { requests, inputTokens, outputTokens } }
}
