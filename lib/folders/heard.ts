import { readlink, realpath } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { db, padded, type Tx, write } from '@/lib/db'
import { Prisma } from '@/lib/db/generated/sqlite/client'
import { BY_SERVER } from '@/lib/store/model/actor'
import { recordRead } from '@/lib/store/reads'
import { change } from '@/lib/store/write/change'
import { newId } from '@/lib/text/ids'
import { toMemoryPath } from '@/lib/text/memory-path'
import { isIn } from '@/lib/transfer/folder'
import { type Connection, listConnections } from './connections'
import { bodyHash, type Fact, originOf, type OuterSession, type Source } from './facts'
import { placeToBe } from './real-path'

/**
 * Who wrote what came from a folder: what is heard of calls, and versions, are joined, whichever comes second.
 * What is heard is a claim: it names the writer of bytes that stand there, and nothing else follows from it.
 */

/** Facts and versions this far apart are joined; what is older is forgotten. Milliseconds. */
export const HEARD_MS = 86_400_000

const factSchema = z.object({
  kind: z.enum(['result', 'call', 'command']),
  source: z.enum(['transcript', 'hook']),
  tool: z.string().default(''),
  model: z.string().default(''),
  /** of what a call was to write, without front matter */
  body: z.string().nullable().default(null),
  /** of a command: when it began and ended, ms */
  from: z.number().nullable().default(null),
  until: z.number().nullable().default(null),
})

type Heard = z.output<typeof factSchema>

/** Notes facts about files of folders in step, and names the writers of versions that they tell of. */
export async function hear(facts: readonly Fact[], source: Source): Promise<void> {
  const connections = (await listConnections()).filter(({ preset }) => preset === 'claude_code')
  if (facts.length === 0 || connections.length === 0) return
  const touched = new Set<Connection>()
  const places = new Map<string, string>()
  for (const fact of facts) {
    const place = 'file' in fact ? await placeNamed(fact.file, fact.session.project, places) : null
    const connection = connections.find(({ location }) => place !== null && isIn(location, place))
    if (place !== null && !connection) continue
    const file = connection && place !== null ? asMemory(connection, place) : null
    if (fact.kind === 'read' && connection && file !== null) await noteRead(fact, connection, file)
    else await noteFact(fact, file ?? '', source)
    if (connection) touched.add(connection)
  }
  const isOfCommand = facts.some(({ kind }) => kind === 'ended')
  for (const connection of isOfCommand ? connections : touched) await attribute(connection)
}

/** Where a file lies or would lie, as the disk spells it, links followed, also one in its own place. */
export async function placeNamed(
  named: string,
  project: string,
  known: Map<string, string>,
): Promise<string> {
  const file = path.resolve(project === '' ? '/' : project, named)
  const linked = await readlink(file).catch(() => null)
  if (linked !== null) return realpath(file).catch(() => path.resolve(path.dirname(file), linked))
  const folder = path.dirname(file)
  const place = known.get(folder) ?? (await placeToBe(folder))
  known.set(folder, place)
  return path.join(place, path.basename(file))
}

/** A file under the name that its memory has; its folder keeps the disk's spelling. */
const asMemory = ({ location }: Connection, file: string) =>
  location + file.slice(location.length).normalize('NFC')

/** An agent's session in another program, under an id of ours. */
async function observed(tx: Tx, { outerId, project, version }: OuterSession, at: Date) {
  const known = await tx.observedSession.findUnique({ where: { outerId } })
  if (known) {
    const data = {
      ...(at > known.lastAt && { lastAt: at }),
      ...(known.project === '' && { project }),
      ...(known.version === '' && { version }),
    }
    if (Object.keys(data).length === 0) return known
    return tx.observedSession.update({ where: { outerId }, data })
  }
  const id = newId('sesn')
  const data = { id, outerId, client: 'claude_code', version, project, firstAt: at, lastAt: at }
  return tx.observedSession.create({ data })
}

async function noteFact(fact: Fact, file: string, source: Source): Promise<void> {
  const at = new Date(fact.at)
  await write(async (tx) => {
    if (fact.kind === 'ended') return endCommand(tx, fact.toolUseId, fact.at)
    const session = await observed(tx, fact.session, at)
    if (fact.kind === 'read') return
    if (fact.kind === 'prompt') {
      if (session.firstPrompt !== '') return
      const data = { firstPrompt: fact.text }
      return void (await tx.observedSession.update({ where: { id: session.id }, data }))
    }
    const where = { toolUseId_path: { toolUseId: fact.toolUseId, path: file } }
    const known = await tx.heardWrite.findUnique({ where })
    const before = known ? factSchema.parse(known.facts) : null
    const facts = joined(before, fact, source)
    const sha256 = fact.kind === 'result' ? fact.sha256 : (known?.sha256 ?? null)
    const row = { path: file, sha256, sessionId: session.id, facts, at }
    if (known) return void (await tx.heardWrite.update({ where, data: row }))
    await tx.heardWrite.create({ data: { ...row, toolUseId: fact.toolUseId } })
    await tx.heardWrite.deleteMany({ where: { at: { lt: new Date(Date.now() - HEARD_MS) } } })
  })
}

/** A call and its result are one: the model tells the one, the file the other. */
function joined(
  before: Heard | null,
  fact: Extract<Fact, { kind: 'result' | 'call' | 'command' }>,
  source: Source,
): Heard {
  const isResult = fact.kind === 'result' || before?.kind === 'result'
  const told = 'tool' in fact ? fact.tool : 'Bash'
  return {
    kind: isResult ? 'result' : fact.kind,
    source: before?.kind === 'result' ? before.source : source,
    tool: told === '' ? (before?.tool ?? '') : told,
    model: ('model' in fact ? fact.model : '') || (before?.model ?? ''),
    body: fact.kind === 'call' ? fact.body : (before?.body ?? null),
    from: fact.kind === 'command' ? (before?.from ?? fact.from) : null,
    until: before?.until ?? null,
  }
}

async function endCommand(tx: Tx, toolUseId: string, until: number): Promise<void> {
  const where = { toolUseId_path: { toolUseId, path: '' } }
  const known = await tx.heardWrite.findUnique({ where })
  if (!known) return
  const facts = { ...factSchema.parse(known.facts), until }
  await tx.heardWrite.update({ where, data: { facts } })
}

async function noteRead(fact: Fact, { storeId, location }: Connection, file: string) {
  const at = new Date(fact.at)
  const { id } = await write((tx) => observed(tx, fact.session, at))
  const memoryPath = toMemoryPath(file.slice(location.length))
  const memory = await db.memory.findFirst({ where: { storeId, path: memoryPath } })
  if (!memory) return
  const version = { id: memory.versionId, memoryId: memory.id, storeId }
  recordRead(version, { actor: { type: 'session', id }, isAgent: true, sessionId: id }, at)
}

/** What is only likely is not said before what is exact may still come; milliseconds. */
const LIKELY_AFTER_MS = 3_000

const MOST_AT_ONCE = 200

/** Names the writers of a folder's versions of which something was heard. Answers how many have none yet. */
export async function attribute({ id, storeId, location }: Connection): Promise<number> {
  const lately = { gte: new Date(Date.now() - HEARD_MS) }
  const isUnnamed = { attribution: { equals: Prisma.DbNull }, redactedAt: null }
  const versions = await db.version.findMany({
    where: { storeId, actorId: id, createdAt: lately, ...isUnnamed },
    orderBy: { sequence: 'desc' },
    take: MOST_AT_ONCE,
    omit: { content: false },
  })
  if (versions.length === 0) return 0
  const fileOf = (at: string | null) => path.join(location, at ?? '')
  const files = { in: padded(['', ...versions.map((version) => fileOf(version.path))]) }
  const [heard, rows] = await Promise.all([
    db.heardWrite.findMany({ where: { path: files, at: lately }, orderBy: { at: 'desc' } }),
    db.connectionEntry.findMany({
      where: { connectionId: id, versionId: { in: padded(versions.map((version) => version.id)) } },
    }),
  ])
  const told = heard.map(({ facts, ...row }) => ({ ...row, facts: factSchema.parse(facts) }))
  const named = versions.flatMap((version) => {
    const row = rows.find(({ versionId }) => versionId === version.id)
    const found = {
      file: fileOf(version.path),
      content: version.content,
      createdAt: +version.createdAt,
      sha256: row?.sha256 ?? version.sha256,
      isNew: version.operation === 'created',
      writtenAt: Math.floor(Number(row?.stamp.split(' ')[2] ?? Number.NaN) / 1000),
    }
    const writer = writerOf(found, told)
    return writer ? [{ versionId: version.id, path: version.path, writer }] : []
  })
  if (named.length > 0) await nameWriters(storeId, named)
  return versions.length - named.length
}

interface Found {
  file: string
  /** of the file */
  sha256: string | null
  content: string | null
  createdAt: number
  isNew: boolean
  /** when its file was written, in whole ms as all else is; NaN: not known */
  writtenAt: number
}

interface ToldWrite {
  path: string
  sha256: string | null
  sessionId: string
  toolUseId: string | null
  facts: Heard
  at: Date
}

interface Named {
  attribution: {
    confidence: 'exact' | 'likely'
    source: Source | 'front_matter'
    tool: string
    model: string
    at: string
  }
  sessionId: string | null
  outerId?: string
  toolUseId: string | null
}

/** A system's clock for files steps: what is written now may be dated so much before; milliseconds. */
const COARSE_MS = 10

/** The writer of a version as far as is known: by what its file holds, never by time alone. */
function writerOf(found: Found, told: readonly ToldWrite[]): Named | null {
  const of = told.filter(({ path: at }) => at === found.file)
  const exact = of.find(({ sha256 }) => sha256 !== null && sha256 === found.sha256)
  if (exact) return namedBy(exact, 'exact')
  if (Date.now() - found.createdAt < LIKELY_AFTER_MS) return null
  const body = found.content === null ? null : bodyHash(found.content)
  const call = of.find(({ facts }) => facts.body !== null && facts.body === body)
  if (call) return namedBy(call, 'likely')
  const ran = told.filter(({ facts: { kind, from, until } }) => {
    const isRunning = from !== null && from - COARSE_MS <= found.writtenAt
    return kind === 'command' && isRunning && until !== null && found.writtenAt <= until
  })
  const [only] = ran
  if (only && ran.length === 1) return namedBy(only, 'likely')
  const outerId = found.isNew && found.content !== null ? originOf(found.content) : null
  if (outerId === null) return null
  const at = new Date(found.createdAt).toISOString()
  const by = { source: 'front_matter', tool: '', model: '', at } as const
  const attribution = { confidence: 'likely', ...by } as const
  return { attribution, sessionId: null, outerId, toolUseId: null }
}

function namedBy(
  { sessionId, toolUseId, facts: { source, tool, model }, at }: ToldWrite,
  confidence: 'exact' | 'likely',
): Named {
  const attribution = { confidence, source, tool, model, at: at.toISOString() }
  return { attribution, sessionId, toolUseId }
}

async function nameWriters(
  storeId: string,
  named: readonly { versionId: string; path: string | null; writer: Named }[],
): Promise<void> {
  await change(storeId, BY_SERVER, async (c) => {
    for (const { versionId, path: at, writer } of named) {
      const { attribution, outerId, toolUseId } = writer
      const outer = { outerId: outerId ?? '', project: '', version: '' }
      const sessionId = writer.sessionId ?? (await observed(c.tx, outer, c.now)).id
      const { count } = await c.tx.version.updateMany({
        where: { id: versionId, attribution: { equals: Prisma.DbNull } },
        data: { attribution, sessionId, toolUseId },
      })
      if (count === 0) continue
      const by = { type: 'session' as const, id: sessionId }
      const of = { subjectId: versionId, ...(at !== null && { text: at }) }
      await c.event({ type: 'memory_version.attributed', by, ...of })
    }
  })
}
