import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { hashOf, type TranscriptFact } from './transcript-line'

type Heard = Extract<TranscriptFact, { kind: 'result' | 'command' }>

/** What was heard is kept so long, milliseconds, and so many calls, the newest. */
const TTL_MS = 10 * 60_000
const MAX_KEPT = 1_000

/** What is too much is deleted once in so many. */
const SOME = 50

/** Notes a call that a hook told of, if it can be about a watched folder. */
export async function noteHeard(db: Database, heard: Heard): Promise<void> {
  const folders = await db.read.all<{ location: string; preset: string }>(
    'SELECT location, preset FROM connections',
  )
  const isAbout =
    heard.kind === 'command'
      ? folders.some(({ preset }) => preset !== 'folder')
      : folders.some(({ location }) => heard.file.startsWith(`${location}${path.sep}`))
  if (!isAbout) return
  const isResult = heard.kind === 'result'
  await db.write(async (tx) => {
    const row = await tx.get<{ key: number }>(
      `INSERT INTO heard_calls (kind, tool_use_id, tool, file_hash, sha256, outer_id, project,
         from_at, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING key`,
      [
        heard.kind,
        heard.toolUseId,
        isResult ? heard.tool : 'Bash',
        isResult ? hashOf(heard.file) : null,
        isResult ? heard.sha256 : null,
        heard.session.outerId,
        heard.session.project,
        isResult ? heard.at : heard.from,
        heard.at,
      ],
    )
    if (!row || row.key % SOME !== 0) return
    await tx.run('DELETE FROM heard_calls WHERE key <= ? OR at < ?', [
      row.key - MAX_KEPT,
      Date.now() - TTL_MS,
    ])
  })
}

/** What was heard since; `after`: the last that is known already. */
export async function heardSince(
  db: Database,
  after: number,
): Promise<{ facts: HeardFact[]; last: number }> {
  const rows = await db.read.all<HeardRow>(
    `SELECT key, kind, tool_use_id, tool, file_hash, sha256, outer_id, project, from_at, at
     FROM heard_calls WHERE key > ? AND at >= ? ORDER BY key`,
    [after, Date.now() - TTL_MS],
  )
  return { facts: rows.map(factOf), last: rows.at(-1)?.key ?? after }
}

/** A call that was heard of; its file goes by a hash of its path. */
export type HeardFact =
  | Extract<TranscriptFact, { kind: 'command' }>
  | (Omit<Extract<TranscriptFact, { kind: 'result' }>, 'file'> & { fileHash: string })

interface HeardRow {
  key: number
  kind: 'result' | 'command'
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
  if (row.file_hash === null || row.sha256 === null) {
    return { kind: 'command', toolUseId, from: row.from_at, session, at }
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
