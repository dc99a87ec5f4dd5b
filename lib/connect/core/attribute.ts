import { existsSync } from 'node:fs'
import path from 'node:path'
import { settings } from '@/lib/settings'
import type { WriteSql } from '@/lib/db/sql'
import type { Cause } from '@/lib/store/model/actor'
import { CLAUDE_CODE, ON_THIS_COMPUTER } from '../model/writers'
import { confidenceOf, putAttribution } from '../sql/attributions'
import { addToCounts } from '../sql/connection-notes'
import type { ConnectionRow } from '../sql/connections'
import { namesOf } from './moved-by-command'
import { noteObserved, notifyAttributed, withoutRedacted } from './observed-session'
import type { SessionFact } from './transcript-line'
import { type FoundFile, writtenFile, type Writer, writerByFrontMatter } from './transcripts'
import type { WatchedFolder } from './watched-folder'

/** Timeout for the call by which a find came, while a conversation goes on; milliseconds. */
const TIMEOUT_MS = 1_000
const POLL_INTERVAL_MS = 100

/** Time for which a call is looked for later, after a find that came without it; milliseconds. */
const LATER_MS = 60_000

/** The change of a file that is taken in. */
export interface Happened {
  path: string
  /** null: it was deleted */
  written: {
    content: string
    /** of the file or of where it stands; microseconds */
    changedAt: number
  } | null
  /** the path that it had before; null: the same, or none */
  from: string | null
  /** when that was found; milliseconds since 1970 */
  foundAt: number
}

/** Returns the folder of the transcripts of the agent whose memory this is; null: it has none. */
export function projectsBeside({ preset, location }: ConnectionRow): string | null {
  if (preset === 'instructions') return path.join(settings().agentHomes.claudeCode, 'projects')
  if (preset !== 'claude_code') return null
  const home = /^(.+)\/(?:projects\/[^/]+\/memory|agent-memory(?:-local)?\/[^/]+)$/.exec(
    location,
  )?.[1]
  if (home === undefined) return null
  const projects = path.join(home, 'projects')
  // The memory of a project's subagents lies in the project, their transcripts do not.
  return existsSync(projects) ? projects : path.join(settings().agentHomes.claudeCode, 'projects')
}

/** Finds who wrote, moved or deleted each of these files; null: nobody knows. */
export async function writersOf(
  folder: WatchedFolder,
  happened: readonly Happened[],
): Promise<(Writer | null)[]> {
  const { transcripts } = folder
  // What stood there before the folder was watched was written by nobody who could be asked.
  if (!transcripts || folder.row.sweptAt === null) return happened.map(() => null)
  const looked = happened.map((each) => foundFile(folder, each))
  // What was found together waits once, however many transactions it takes.
  for (const until = foundAt(happened) + TIMEOUT_MS; ;) {
    const isLive = await transcripts.read()
    const writers = looked.map((found) => transcripts.writerOf(found))
    const isDone = writers.every((writer, index) => isAll(writer, looked[index]))
    if (isDone || !isLive || Date.now() >= until) {
      return writers.map((writer, index) => writer ?? newFileWriter(folder, happened[index]))
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
}

const foundAt = (happened: readonly Happened[]) => happened[0]?.foundAt ?? Date.now()

/** Returns whether no more can come to be known: of a moved or deleted file there is no result. */
const isAll = (writer: Writer | null, found: FoundFile | undefined) =>
  writer?.confidence === 'exact' || (writer !== null && found?.moved != null)

function foundFile(
  folder: WatchedFolder,
  { path: at, written, from, foundAt }: Happened,
): FoundFile {
  const names = (each: string) => namesOf(folder.row.location, each)
  const isMoved = written === null || from !== null
  return {
    file: folder.fileAt(at),
    as: written && writtenFile(written.content, written.changedAt / 1000),
    moved: isMoved
      ? { names: [...names(at), ...(from === null ? [] : names(from))], foundAt }
      : null,
  }
}

/**
 * A new file says in which session it was written first. That is no word of who put it there: not if
 * it was moved, nor while only another session goes on.
 */
function newFileWriter(folder: WatchedFolder, happened: Happened | undefined): Writer | null {
  if (!happened?.written || happened.from !== null || folder.files.known.has(happened.path))
    return null
  const writer = writerByFrontMatter(happened.written.content)
  const isStale = writer && folder.transcripts?.isAnotherGoingOn(writer.session.outerId)
  return isStale ? null : writer
}

/** The cause of a version by its writer, whose session is noted. */
export async function causeBy(folder: WatchedFolder, writer: Writer | null): Promise<Cause> {
  if (!writer) return { actor: ON_THIS_COMPUTER }
  const sessionId = await observedSession(folder, writer.session, writer.call?.at ?? Date.now())
  const toolUseId = writer.call?.toolUseId
  return { actor: CLAUDE_CODE, sessionId, ...(toolUseId === undefined ? {} : { toolUseId }) }
}

/** Our id of a session that is observed; it is made when the session is met first. */
export async function observedSession(
  folder: WatchedFolder,
  session: SessionFact,
  at: number,
): Promise<string> {
  const firstPrompt = folder.transcripts?.firstPromptOf(session.outerId) ?? ''
  return folder.write((tx) => noteObserved(tx, { session, at, firstPrompt }))
}

/** Notes who wrote a version, in the transaction that writes it. */
export async function noteWriter(
  tx: WriteSql,
  folder: WatchedFolder,
  version: Happened & { sequence: number },
  by: { writer: Writer | null; cause: Cause },
): Promise<void> {
  const { row } = folder
  const { writer, cause } = by
  await addToCounts(tx, row.key, { [writer?.confidence ?? 'unknown']: 1 })
  if (writer) {
    const { sequence } = version
    await noteAttribution(tx, row, { sequence, writer, cause, isLate: false })
    // Its call may be told of later.
    if (writer.call) return
  }
  if (!folder.transcripts) return
  const { sequence } = version
  const until = Date.now() + LATER_MS
  folder.unattributed.add({ sequence, found: foundFile(folder, version), until })
}

interface Noted {
  sequence: number
  writer: Writer
  cause: Cause
  /** the version names no session */
  isLate: boolean
}

/** Returns whether it was noted (`putAttribution`). */
async function noteAttribution(
  tx: WriteSql,
  row: ConnectionRow,
  { sequence, writer, cause, isLate }: Noted,
): Promise<boolean> {
  const { call, excerpt } = writer
  const prompt = await withoutRedacted(tx, row.storeKey, excerpt?.prompt ?? '')
  const said = await withoutRedacted(tx, row.storeKey, excerpt?.said ?? '')
  return putAttribution(tx, {
    storeKey: row.storeKey,
    sequence,
    confidence: writer.confidence,
    source: writer.source,
    sessionId: cause.sessionId ?? '',
    toolUseId: call?.toolUseId ?? null,
    tool: call?.tool ?? null,
    model: call?.model ?? null,
    calledAt: call?.at ?? null,
    notedAt: Date.now(),
    isLate: Number(isLate),
    prompt: prompt || null,
    said: said || null,
  })
}

/** Looks once more for the calls of versions that came without. */
export async function attributeLater(folder: WatchedFolder): Promise<void> {
  const { transcripts, unattributed, row } = folder
  if (!transcripts || unattributed.size === 0) return
  await transcripts.read()
  for (const version of unattributed.all()) {
    const { sequence, found, until } = version
    const writer = transcripts.writerOf(found)
    if (!writer) {
      if (until < Date.now()) unattributed.delete(version)
      continue
    }
    unattributed.delete(version)
    const cause = await causeBy(folder, writer)
    await folder.write(async (tx) => {
      const before = await confidenceOf(tx, row.storeKey, sequence)
      if (!(await noteAttribution(tx, row, { sequence, writer, cause, isLate: true }))) return
      await notifyAttributed(tx, row.storeKey, sequence)
      await addToCounts(tx, row.key, { [before?.confidence ?? 'unknown']: -1 })
      await addToCounts(tx, row.key, { [writer.confidence]: 1 })
      tx.touch(row.storeKey)
    })
  }
}
