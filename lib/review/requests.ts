import { db } from '@/lib/db'
import { Refusal } from '@/lib/refusal'
import { writersOf } from '@/lib/store/actors'
import { byActor, type Cause, type Writer } from '@/lib/store/model/actor'
import { invalidInput, versionNotFound } from '@/lib/store/model/problems'
import { versionTexts } from '@/lib/store/versions'
import { type Change, change } from '@/lib/store/write/change'
import { newId } from '@/lib/text/ids'
import { type LineRange, splitLines } from '@/lib/text/lines'
import { keptIn } from '@/lib/text/lists'
import { matchingLines } from '@/lib/text/matching-lines'

/** What people ask agents about lines of a memory. */

const MAX_REQUEST = 2_000

export interface NewRequest extends LineRange {
  storeId: string
  memoryId: string
  /** whose lines they are */
  versionId: string
  text: string
}

/**
 * Asks agents about lines of a version; answers the request's id. Refuses `store_not_found`,
 * `store_archived`, `version_not_found`, `invalid_input`.
 */
export function askAgent(ask: NewRequest, cause: Cause): Promise<string> {
  const { storeId, memoryId, versionId, from, to, text } = ask
  return change(storeId, cause, async ({ tx, now }) => {
    const version = await tx.version.findUnique({
      where: { id: versionId },
      omit: { content: false },
    })
    if (version?.storeId !== storeId || version.memoryId !== memoryId) {
      throw versionNotFound(storeId, versionId)
    }
    const lines = splitLines(version.content ?? '').length
    if (from < 1 || to < from || to > lines) throw invalidInput('lines', 'must be of the version')
    const isText = text.isWellFormed() && !text.includes('\0') && text.trim() !== ''
    if (!isText || [...text].length > MAX_REQUEST) {
      throw invalidInput('text', `must be Unicode text of 1 to ${MAX_REQUEST} characters`)
    }
    const about = { storeId, memoryId, versionId, fromLine: from, toLine: to, text }
    const data = { id: newId('ask'), ...about, ...byActor(cause.actor), createdAt: now }
    return (await tx.agentRequest.create({ data, select: { id: true } })).id
  })
}

/** Closes a request: agents are told of it no more. Again, it answers the same. Refuses `request_not_found`. */
export function closeRequest(storeId: string, id: string, cause: Cause): Promise<void> {
  const job = async ({ tx, now: closedAt }: Change) => {
    const where = { id, storeId }
    const { count } = await tx.agentRequest.updateMany({ where, data: { closedAt } })
    if (count === 0) throw new Refusal('request_not_found', `There is no request ${id}.`)
  }
  return change(storeId, cause, job, { whenArchived: 'allow' })
}

export interface AgentRequest {
  id: string
  /** of the memory that it is about */
  path: string
  text: string
  by: Writer
  at: Date
  /** where its lines are now; null: they are gone, or cannot be read any more */
  lines: LineRange | null
  /** an agent's version changed them since */
  isAnswered: boolean
}

/** The open requests about a memory that is there, oldest first. */
export async function requestsOn(memoryId: string): Promise<AgentRequest[]> {
  const where = { memoryId, closedAt: null }
  const rows = await db.agentRequest.findMany({ where, orderBy: { createdAt: 'asc' } })
  const memory = await db.memory.findUnique({ where: { id: memoryId } })
  const path = memory?.path ?? null
  if (rows.length === 0 || !memory || path === null) return []
  const ids = rows.map(({ versionId }) => versionId)
  const asked = await db.version.findMany({ where: { id: { in: ids } } })
  const byAgent = { memoryId, side: { in: ['agent' as const, 'passed' as const] } }
  const last = await db.version.findFirst({ where: byAgent, orderBy: { sequence: 'desc' } })
  const texts = await versionTexts([memory.versionId, ...asked.map(({ id }) => id)])
  const linesOf = (id: string) => splitLines(texts.get(id) ?? '')
  const sequences = new Map(asked.map(({ id, sequence }) => [id, sequence]))
  const writerOf = await writersOf(rows)
  return rows.map((row): AgentRequest => {
    const { id, text, versionId, fromLine, toLine, createdAt: at } = row
    const own = matchingLines(linesOf(versionId), linesOf(memory.versionId)).flatMap((pair) =>
      pair.before >= fromLine - 1 && pair.before < toLine ? pair.after + 1 : [],
    )
    const isByAgent = (last?.sequence ?? 0) > (sequences.get(versionId) ?? Infinity)
    const isChanged = texts.has(versionId) && own.length < toLine - fromLine + 1
    const [from] = own
    const lines = from === undefined ? null : { from, to: own.at(-1) ?? from }
    const isAnswered = isByAgent && isChanged
    return { id, path, text, at, lines, isAnswered, by: writerOf(row) }
  })
}

const MOST_TOLD = 5
const MOST_CHARACTERS = 500

/**
 * What agents are told of the open requests about some stores' memories: the oldest five of all that are
 * not answered and not among `known`. `root`: stands before a store's paths; `path`: of the one memory that
 * is asked about; null: nothing is asked.
 */
export async function requestsToTell(
  stores: readonly { storeId: string; root: string; path?: string }[],
  known: readonly string[] = [],
): Promise<{ text: string; ids: string[] } | null> {
  const OR = await Promise.all(stores.map(placeOf))
  const rows = await db.agentRequest.findMany({
    where: { OR, closedAt: null, id: { notIn: [...known] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const asked = new Map<string, Promise<AgentRequest[]>>()
  const told = new Map<string, string>()
  for (const { id, storeId, memoryId } of rows) {
    if (told.size === MOST_TOLD) break
    const all = await keptIn(asked, memoryId, () => requestsOn(memoryId))
    const open = all.find((each) => each.id === id && !each.isAnswered)
    const root = stores.find((each) => each.storeId === storeId)?.root ?? ''
    if (open) told.set(id, wordsOf(open, root))
  }
  return told.size === 0 ? null : { text: [...told.values()].join('\n'), ids: [...told.keys()] }
}

async function placeOf({ storeId, path }: { storeId: string; path?: string }) {
  if (path === undefined) return { storeId }
  const memory = await db.memory.findUnique({ where: { storeId_path: { storeId, path } } })
  return { storeId, memoryId: memory?.id ?? '' }
}

function wordsOf({ path, lines, text }: AgentRequest, root: string): string {
  const { from, to } = lines ?? { from: 0, to: 0 }
  const where = from === to ? `line ${from}` : `lines ${from} to ${to}`
  const characters = [...text]
  const begun = characters.slice(0, MOST_CHARACTERS - 1).join('')
  const said = characters.length <= MOST_CHARACTERS ? text : `${begun}…`
  // Its lines are indented, so that none can pass for a request or a heading of ours.
  const quoted = said.split('\n').map((line) => `  ${line}`)
  return [
    `- ${root}${path}${lines ? `, ${where}` : ', about lines that are gone'}:`,
    ...quoted,
  ].join('\n')
}
