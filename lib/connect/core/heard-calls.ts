import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { watchedFolders } from '../sql/connections'
import { deleteHeard, heardAfter, type HeardRow, insertHeard } from '../sql/heard-calls'
import { filesNamed } from './files-named'
import { hashOf } from './hash-of'
import type { NamedByCommand } from './moved-by-command'
import type { TranscriptFact } from './transcript-line'

type Heard = Extract<TranscriptFact, { kind: 'result' | 'command' }>

/** Time for which a heard call is kept, milliseconds, and number of calls, the newest. */
const TTL_MS = 10 * 60_000
const MAX_KEPT = 1_000

/** Calls between two deletions of the excess. */
const SOME = 50

/**
 * Notes a call that a hook told of, if it can be about a watched folder; `moved`: what a command
 * names that moves or deletes.
 */
export async function noteHeard(
  db: Database,
  heard: Heard,
  moved: readonly NamedByCommand[] = [],
): Promise<void> {
  const folders = await watchedFolders(db.read)
  const isAbout =
    heard.kind === 'command'
      ? folders.some(({ preset }) => preset !== 'folder')
      : folders.some(({ location }) => heard.file.startsWith(`${location}${path.sep}`))
  if (!isAbout) return
  const rows = rowsOf(heard, await filesNamed(db, moved))
  await db.write(async (tx) => {
    const keys: number[] = []
    for (const row of rows) keys.push(await insertHeard(tx, row))
    const newest = keys.at(-1)
    if (newest === undefined || keys.every((key) => key % SOME !== 0)) return
    await deleteHeard(tx, newest - MAX_KEPT, Date.now() - TTL_MS)
  })
}

function rowsOf(heard: Heard, moved: readonly string[]): HeardRow[] {
  const { toolUseId, session, at } = heard
  const call = { toolUseId, outerId: session.outerId, project: session.project, at }
  if (heard.kind === 'result') {
    const { tool, file, sha256 } = heard
    return [{ kind: 'result', ...call, tool, fileHash: hashOf(file), sha256, fromAt: at }]
  }
  const command = { ...call, tool: 'Bash', sha256: null, fromAt: heard.from }
  const moves = moved.map((file): HeardRow => {
    return { kind: 'move', ...command, fileHash: hashOf(file) }
  })
  return [{ kind: 'command', ...command, fileHash: null }, ...moves]
}

/** Lists what was heard since; `after`: the last that is known already. */
export async function heardSince(
  db: Database,
  after: number,
): Promise<{ facts: HeardFact[]; last: number }> {
  const rows = await heardAfter(db.read, after, Date.now() - TTL_MS)
  return { facts: rows.map(factOf), last: rows.at(-1)?.key ?? after }
}

/** A fact about a file, which goes by a hash of its path. */
type OfHashed<Kind extends 'result' | 'move'> = Omit<
  Extract<TranscriptFact, { kind: Kind }>,
  'file' | 'named'
> & { fileHash: string }

/** A call that was heard of. */
export type HeardFact =
  | Extract<TranscriptFact, { kind: 'command' }>
  | OfHashed<'result'>
  | OfHashed<'move'>

function factOf(row: HeardRow): HeardFact {
  const { toolUseId, tool, fileHash, sha256, outerId, project, fromAt: from, at } = row
  const session = { outerId, project, clientVersion: '' }
  const command = { toolUseId, from, session, at }
  if (fileHash === null) return { kind: 'command', ...command }
  if (sha256 === null) return { kind: 'move', source: 'hook', model: '', fileHash, ...command }
  return { kind: 'result', source: 'hook', toolUseId, tool, fileHash, sha256, session, at }
}
