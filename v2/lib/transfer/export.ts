import { deflateRawSync } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'
import { db, turn } from '@/lib/db'
import { Refusal } from '@/lib/refusal'
import { allMemories } from '@/lib/store/memories'
import type { Cause } from '@/lib/store/model/actor'
import type { MemoryText } from '@/lib/store/model/model'
import { recordRead } from '@/lib/store/reads'
import { getStore } from '@/lib/store/stores'
import { utf8Bytes } from '@/lib/text/content'
import { NAMES_FILE, SafeNames } from '@/lib/text/safe-names'
import { historyLines } from './history-lines'

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
  const of = { ...asked, at: asked.at ?? lastSequence }
  return inPieces(of)
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
  const tests = await db.memoryTest.findMany({
    where: { storeId: of.storeId },
    orderBy: { name: 'asc' },
    select: { name: true, question: true, isAutomatic: true },
  })
  for (const memory_test of tests) yield utf8Bytes(`${JSON.stringify({ memory_test })}\n`)
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
