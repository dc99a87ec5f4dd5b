import 'server-only'
import { homedir } from 'node:os'
import path from 'node:path'
import { type Connection, listConnections } from '@/lib/connect/list-connections'
import { listLately } from '@/lib/connect/list-lately'
import type { Unwatched } from '@/lib/connect/model/connection'
import { database } from '@/lib/db/open-database'
import type { FoldersAnswer, ShownFolder } from './folders-answer'

const MAX_LATELY = 6

/** The folders that are watched, as they are now. */
export async function readFolders(): Promise<FoldersAnswer> {
  const connections = await listConnections(database())
  const lately = connections.length === 0 ? [] : await listLately(database(), { limit: MAX_LATELY })
  return { folders: connections.map(shownFolder), lately, now: Date.now() }
}

function shownFolder(connection: Connection): ShownFolder {
  const { id, storeId, storeName, direction, state, problem, isSweptOnly } = connection
  const { fileCount, byteSize, changedAt, waiting, waitingSince } = connection
  return {
    id,
    storeId,
    storeName,
    location: displayedFolder(connection.location),
    direction,
    state,
    problem,
    preset: connection.preset,
    hasGate: connection.hasGate,
    isSeeded: connection.seededAt !== null,
    isSweptOnly,
    fileCount,
    byteSize,
    changedAt,
    written: { ...connection.written },
    unwatched: {
      count: connection.unwatched.count,
      uncommitted: connection.unwatched.uncommitted ?? null,
      files: connection.unwatched.files.map((file) => ({ ...file })),
    },
    faults: shownFaults(connection.unwatched.faults),
    waiting,
    waitingSince,
    conflicts: connection.conflicts.map((conflict) => ({ ...conflict })),
    failures: connection.failures.map((failure) => ({ ...failure })),
  }
}

/** Null: there are none, or they were noted in an earlier form, until the next look. */
function shownFaults(faults: Unwatched['faults']): ShownFolder['faults'] {
  if (!faults?.counts) return null
  const { counts, unloadedLines, named } = faults
  return { counts: { ...counts }, unloadedLines, named: named.map((each) => ({ ...each })) }
}

/** Returns a path as a person writes it: with `~` for the home folder. */
export function displayedFolder(location: string): string {
  const inside = path.relative(homedir(), location)
  return inside.startsWith('..') || path.isAbsolute(inside) ? location : path.join('~', inside)
}
