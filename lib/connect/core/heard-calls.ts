import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { hashOf } from './hash-of'
import type { TranscriptFact } from './transcript-line'

type Heard = Extract<TranscriptFact, { kind: 'result' | 'command' }>

/** What was heard is kept so long, milliseconds, and so many calls, the newest. */
const TTL_MS = 10 * 60_000
const MAX_KEPT = 1_000

/** What is too much is deleted once in so many. */
const SOME = 50

/**
 * Notes a call that a hook told of, if it can be about a watched folder; `moved`: what a command
 * names that moves or deletes.
 */
export async function noteHeard(
  db: Database,
  heard: Heard,
  moved: readonly string[] = [],
): Promise<void> {
  const folders = await db.read.all<{ location: string; preset: string }>(
    'SELECT location, preset FROM connections',
  )
  const isAbout =
    heard.kind === 'command'
      ? folders.some(({ preset }) => preset !== 'folder')
      : folders.some(({ location }) => heard.file.startsWith(`${location}${path.sep}`))
  if (!isAbout) return
  await db.write(async (tx) => {
    const keys: number[] = []
    for (const row of rowsOf(heard, moved)) {
      const noted = await tx.get<{ key: number }>(
        `INSERT INTO heard_calls (kind, tool_use_id, tool, file_hash, sha256, outer_id, project,
           from_at, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING key`,
        [
          row.kind,
          heard.toolUseId,
          row.tool,
          row.file_hash,
          row.sha256,
          heard.session.outerId,
          heard.session.project,
          row.from_at,
          heard.at,
        ],
      )
      if (noted) keys.push(noted.key)
    }
    const newest = keys.at(-1)
    if (newest === undefined || keys.every((key) => key % SOME !== 0)) return
    await tx.run('DELETE FROM heard_calls WHERE key <= ? OR at < ?', [
      newest - MAX_KEPT,
      Date.now() - TTL_MS,
    ])
  })
}

type Kind = 'result' | 'command' | 'move'
type NotedRow = Pick<HeardRow, 'kind' | 'tool' | 'file_hash' | 'sha256' | 'from_at'>

function rowsOf(heard: Heard, moved: readonly string[]): NotedRow[] {
  if (heard.kind === 'result') {
    const { tool, file, sha256, at } = heard
    return [{ kind: 'result', tool, file_hash: hashOf(file), sha256, from_at: at }]
  }
  const command = { tool: 'Bash', sha256: null, from_at: heard.from }
  const moves = moved.map((file) => ({
    kind: 'move' as const,
    file_hash: hashOf(file),
    ...command,
  }))
  return [{ kind: 'command', file_hash: null, ...command }, ...moves]
}

/** What was heard since; `after`: the last that is known already. */
export async function heardSince(
  db: Database,
  after: number,
): Promise<{ facts: HeardFact[]; last: number }> {
  const rows = await db.read.all<HeardRow>(
    `SELECT key, kind, tool_use_id, tool, file_hash, sha256, outer_id, project, from_at, at
     FROM heard_calls WHERE key > ? AND at >= ? AND kind <> 'mcp' ORDER BY key`,
    [after, Date.now() - TTL_MS],
  )
  return { facts: rows.map(factOf), last: rows.at(-1)?.key ?? after }
}

/** A fact about a file, which goes by a hash of its path. */
type OfHashed<Kind extends 'result' | 'move'> = Omit<
  Extract<TranscriptFact, { kind: Kind }>,
  'file'
> & { fileHash: string }

/** A call that was heard of. */
export type HeardFact =
  | Extract<TranscriptFact, { kind: 'command' }>
  | OfHashed<'result'>
  | OfHashed<'move'>

interface HeardRow {
  key: number
  kind: Kind
  tool_use_id: string
  tool: string
  file_hash: string | null
  sha256: string | null
  outer_id: string
  project: string
  from_at: number
  at: number
}

function factOf(row: HeardRow): HeardFact {
  const { tool_use_id: toolUseId, at } = row
  const session = { outerId: row.outer_id, project: row.project, clientVersion: '' }
  const command = { toolUseId, from: row.from_at, session, at }
  if (row.file_hash === null) return { kind: 'command', ...command }
  if (row.sha256 === null) {
    return { kind: 'move', source: 'hook', model: '', fileHash: row.file_hash, ...command }
  }
  return {
    kind: 'result',
    source: 'hook',
    toolUseId,
    tool: row.tool,
    fileHash: row.file_hash,
    sha256: row.sha256,
    session,
    at,
  }
}
