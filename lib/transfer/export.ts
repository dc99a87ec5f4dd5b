import { deflateRawSync } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'
import { db, padded, turn } from '@/lib/db'
import { Refusal } from '@/lib/refusal'
import { allMemories } from '@/lib/store/memories'
import type { Cause } from '@/lib/store/model/actor'
import type { MemoryText, VersionText } from '@/lib/store/model/model'
import { recordRead } from '@/lib/store/reads'
import { getStore } from '@/lib/store/stores'
import { utf8Bytes } from '@/lib/text/content'
import { NAMES_FILE, SafeNames } from '@/lib/text/safe-names'
import { pagesOf, partsToRead } from '@/lib/db/many'
import { actorNames } from '@/lib/store/actors'
import { isSound } from '@/lib/store/model/sound'
import { givenOf, listTests } from '@/lib/why/tests'

export interface Export {
  storeId: string
  format: 'zip' | 'jsonl'
  /** every version; JSON Lines alone */
  withHistory: boolean
  /** a number of the store's changes; now unless given */
  at?: number | undefined
  /** who is given the texts: each counts as read */
  reader: Cause
  signal: AbortSignal
}

/** The media type of each format. */
export const EXPORT_TYPES = { zip: 'application/zip', jsonl: 'application/jsonl' } as const

/**
 * A store as bytes, in pieces of some ten kilobytes, as it is when this begins: the same bytes each time
 * for an unchanged store. With its history it comes back as the same versions. What is damaged is left
 * out and named. Refuses `store_not_found`; `invalid_input` for a history as a zip, or of a moment.
 */
export async function exportStore(asked: Export): Promise<AsyncGenerator<Uint8Array>> {
  const { lastSequence } = await getStore(asked.storeId)
  if (asked.withHistory && (asked.format === 'zip' || asked.at !== undefined)) {
    throw new Refusal('invalid_input', 'history: a history is exported whole, as JSON Lines', {
      field: 'history',
    })
  }
  return inPieces({ ...asked, at: asked.at ?? lastSequence })
}

type Of = Export & { at: number }

async function* memoriesOf(
  { storeId, at, reader, signal }: Of,
  onDamaged: (path: string, versionId: string) => void,
): AsyncGenerator<MemoryText> {
  for await (const page of allMemories({ storeId, at, signal, onDamaged })) {
    for (const memory of page) {
      recordRead({ id: memory.versionId, memoryId: memory.id, storeId }, reader)
      yield memory
    }
  }
}

async function* lineBytes(of: Of): AsyncGenerator<Uint8Array> {
  for await (const line of of.withHistory ? historyLines(of) : memoryLines(of))
    yield utf8Bytes(line)
  for (const test of await listTests(of.storeId))
    yield utf8Bytes(`${JSON.stringify({ memory_test: givenOf(test) })}\n`)
}

async function* memoryLines(of: Of): AsyncGenerator<string> {
  const damaged: object[] = []
  const onDamaged = (path: string, version: string) =>
    void damaged.push({ path, damaged: true, version })
  for await (const { path, content } of memoriesOf(of, onDamaged)) {
    yield `${JSON.stringify({ path, content })}\n`
  }
  for (const line of damaged) yield `${JSON.stringify(line)}\n`
}

/** Any time does that is always the same; a zip has none before this. */
const TIME = new Date(1980, 0, 1)

async function* zipBytes(of: Of): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  for await (const { name, content } of filesOf(of)) {
    const file = new Deflated(name)
    file.mtime = TIME
    zip.add(file)
    file.push(utf8Bytes(content), true)
    yield* made
    made = []
  }
  zip.end()
  yield* made
}

/** What it takes half as long for than usual, and makes a tenth larger. */
const LEVEL = 2

/** Packed by zlib, in a fifth of the library's own time. */
class Deflated extends ZipPassThrough {
  override compression = 8

  protected override process(chunk: Uint8Array, isLast: boolean): void {
    this.ondata(null, deflateRawSync(chunk, { level: LEVEL }) as Uint8Array<ArrayBuffer>, isLast)
  }
}

/** Names that every disk takes; those that differ from the path are listed in a file of their own. */
async function* filesOf(of: Of): AsyncGenerator<{ name: string; content: string }> {
  const names = new SafeNames()
  const damaged: string[] = []
  const escaped: string[] = []
  let about = DAMAGED_FILE
  for await (const { path, content } of memoriesOf(of, (at, id) =>
    damaged.push(`${id}\t${at}\n`),
  )) {
    const name = names.nameOf(path)
    if (`/${name}` !== path) escaped.push(`${name}\t${path}\n`)
    if (path === `/${about}`) about = `${about}.txt`
    yield { name, content }
  }
  if (damaged.length > 0) yield { name: about, content: ABOUT_DAMAGED + damaged.join('') }
  if (escaped.length > 0) yield { name: NAMES_FILE, content: ABOUT_NAMES + escaped.join('') }
}

const DAMAGED_FILE = 'DAMAGED.txt'

const ABOUT_DAMAGED = `What is stored of these memories is damaged, so they are not in this archive. On the left the
version, on the right the path of the memory.

`

const ABOUT_NAMES = `These names are escaped, because some computers do not take them as they are. On the left the
name of the file, on the right the path of the memory. A store that is filled from the files with this
one beside them has the paths again.

`

const PIECE_BYTES = 64 * 1024

async function* inPieces(of: Of): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = []
  let length = 0
  for await (const some of of.format === 'zip' ? zipBytes(of) : lineBytes(of)) {
    gathered.push(some)
    length += some.length
    if (length < PIECE_BYTES) continue
    yield Buffer.concat(gathered)
    gathered = []
    length = 0
    await turn()
  }
  // Of a store that is deleted meanwhile a part is there, which must not look like the whole.
  await getStore(of.storeId)
  if (length > 0) yield Buffer.concat(gathered)
}

type Asked = Pick<Export, 'storeId' | 'reader' | 'signal'> & { at: number }
type BatchRow = { kind: string; message: string | null; reference: string | null }
type Row = VersionText & { batch: BatchRow | null }

/**
 * Every version of a store as JSON Lines, oldest first, as `jsonl.ts` reads them: a line is a batch. A
 * memory gets a number as it is made, by which it is known when it comes back after a deletion. Of
 * redacted and damaged versions only that they are is written. The text comes in a piece a version, since
 * a batch may be the whole store.
 */
async function* historyLines(asked: Asked): AsyncGenerator<string> {
  const told = new Told()
  const names = new Map<string, string | null>()
  let line: string | null = null
  for await (const page of versionsOf(asked)) {
    const ids = page.map(({ actorId }) => actorId).filter((id) => !names.has(id))
    const found = await actorNames(ids)
    for (const id of ids) names.set(id, found.get(id) ?? null)
    for (const version of page) {
      recordRead(version, asked.reader)
      const changes = (await told.changesOf(version)).map((each) => JSON.stringify(each))
      if (line === lineOf(version)) yield `,${changes.join(',')}`
      else {
        if (line !== null) yield LINE_END
        line = lineOf(version)
        yield `${lineStart(version, names.get(version.actorId) ?? null)}${changes.join(',')}`
      }
    }
  }
  if (line !== null) yield LINE_END
}

const LINE_END = ']}\n'

const VERSIONS_A_PAGE = 200

async function* versionsOf({ storeId, at, signal }: Asked): AsyncGenerator<Row[]> {
  const orderBy = { sequence: 'asc' } as const
  const read = (last: { sequence: number } | undefined, take: number) =>
    db.version.findMany({
      where: { storeId, sequence: { gt: last?.sequence ?? 0, lte: at } },
      orderBy,
      take,
      select: { sequence: true, size: true },
    })
  for await (const rows of pagesOf(VERSIONS_A_PAGE, read, signal)) {
    for (const some of partsToRead(rows)) {
      const sequence = { in: padded(some.map((row) => row.sequence)) }
      yield await db.version.findMany({
        where: { storeId, sequence },
        orderBy,
        omit: { content: false },
        include: { batch: { select: { kind: true, message: true, reference: true } } },
      })
    }
  }
}

/** What is equal of the versions of one line. */
const lineOf = ({ id, batchId, createdAt, actorId, sessionId, toolUseId }: Row): string =>
  batchId === null ? id : JSON.stringify([batchId, createdAt, actorId, sessionId, toolUseId])

/** A line up to its changes. */
function lineStart({ batch, createdAt, ...version }: Row, author: string | null): string {
  const { actorType: type, actorId: id, sessionId, toolUseId } = version
  const about = JSON.stringify({
    commit: batch?.reference ?? undefined,
    at: createdAt.toISOString(),
    author: author ?? undefined,
    message: batch?.message ?? undefined,
    actor: { type, id },
    session_id: sessionId ?? undefined,
    tool_use_id: toolUseId ?? undefined,
    batch: batch ? { kind: batch.kind } : undefined,
  })
  return `${about.slice(0, -1)},"changes":[`
}

/** Returns whether a memory leaves the path of a version later in its line, which may go on for pages. */
async function leavesWith({ batchId, createdAt, sequence, path }: Row, memoryId: string) {
  if (batchId === null) return false
  const isLater = { memoryId, batchId, createdAt, sequence: { gt: sequence } }
  const leaving = await db.version.findFirst({
    where: { ...isLater, OR: [{ operation: 'deleted' }, { path: { not: path } }] },
    select: { id: true },
  })
  return leaving !== null
}

/** A memory as of its last version that was told. */
interface Known {
  number: number
  path: string
  sha256: string | null
  isLive: boolean
}

/** What was told so far, since a change is told by what it changes. */
class Told {
  private readonly known = new Map<string, Known>()
  /** the ids of live memories, by path */
  private readonly at = new Map<string, string>()

  /** The changes of a version; two if its path still has a memory whose move away was redacted. */
  async changesOf(version: Row): Promise<object[]> {
    const { memoryId, path } = version
    const before = this.known.get(memoryId)
    const change = this.changeOf(version, before)
    if (before && this.at.get(before.path) === memoryId) this.at.delete(before.path)
    const after = this.known.get(memoryId)
    if (path === null || !after?.isLive || after.path !== path) return [change]
    const inTheWay = this.at.get(path)
    const stale = inTheWay === undefined ? undefined : this.known.get(inTheWay)
    this.at.set(path, memoryId)
    if (inTheWay === undefined || !stale || (await leavesWith(version, inTheWay))) return [change]
    this.known.set(inTheWay, { ...stale, sha256: null, isLive: false })
    return [{ op: 'delete', path }, change]
  }

  private changeOf(version: Row, known: Known | undefined): object {
    const { memoryId, path, content, sha256 } = version
    if (version.operation === 'deleted') {
      // If all earlier versions of a memory were redacted, there is nothing to delete.
      if (!known?.isLive) return { op: 'redacted' }
      this.known.set(memoryId, { ...known, sha256: null, isLive: false })
      return { op: 'delete', path: known.path }
    }
    if (!isSound(version)) return { op: 'damaged', path: path ?? undefined, version: version.id }
    if (path === null || content === null) return { op: 'redacted' }
    const number = known?.number ?? this.known.size
    this.known.set(memoryId, { number, path, sha256, isLive: true })
    if (!known) return { op: 'write', path, content, memory: number }
    if (!known.isLive) return { op: 'restore', path, content, memory: number }
    const isSame = known.sha256 === sha256
    // The change in between was redacted: this is a version even with the same content.
    if (known.path === path) return { op: 'write', path, content, again: isSame || undefined }
    return { op: 'rename', from: known.path, path, content: isSame ? undefined : content }
  }
}
