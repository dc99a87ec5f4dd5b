import 'server-only'
import { type CallWithWords, callsWithWords } from '@/lib/agent/calls-with-words'
import { database } from '@/lib/db/open-database'
import {
  type HunkOrigin,
  hunkOrigins,
  type HunkOriginsInput,
} from '@/lib/review/hunks/hunk-origins'
import { actorNames } from '@/lib/store/stores/name-actor'

/** Origins of a memory's hunks, with the calls that wrote them and the names of all writers. */
export interface MemoryOrigins {
  ofHunks: readonly HunkOrigin[]
  /** by the ids of their events */
  calls: ReadonlyMap<string, CallWithWords>
  names: ReadonlyMap<string, string>
}

const NO_CALLS: ReadonlyMap<string, CallWithWords> = new Map()

/** Reads where a memory's hunks come from. */
export async function readOrigins(
  sessionId: string | null,
  input: HunkOriginsInput,
): Promise<MemoryOrigins> {
  const db = database()
  const ofHunks = await hunkOrigins(db, input)
  const toolUseIds = ofHunks.flatMap(({ writtenBy }) =>
    writtenBy.flatMap(({ toolUseId }) => toolUseId ?? []),
  )
  const calls = sessionId === null ? NO_CALLS : await callsWithWords(db, sessionId, toolUseIds)
  const writers = ofHunks.flatMap(({ removed }) =>
    removed.map(({ version }) => version.createdBy.id),
  )
  return { ofHunks, calls, names: await actorNames(db, writers) }
}
