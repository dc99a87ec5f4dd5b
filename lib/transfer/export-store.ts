import type { Database } from '@/lib/db/database'
import { allMemories } from '@/lib/store/memories/all-memories'
import { getStore } from '@/lib/store/stores/read-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import type { Cause } from '@/lib/store/model/actor'
import type { Audience } from '@/lib/store/model/audience'
import type { Memory } from '@/lib/store/model/memory'
import type { Moment } from '@/lib/store/model/moment'
import { refuse } from '@/lib/store/model/problems'
import { recordRead } from '@/lib/store/reads/reads'
import { historyLines } from './history-lines'
import type { ExportedFile } from './exported-file'
import { safelyNamed } from './safely-named'
import { tarBytes } from './tar-bytes'
import { zipBytes } from './zip-bytes'

export type ExportFormat = 'zip' | 'tar' | 'jsonl'

export interface ExportStoreInput {
  storeId: string
  format: ExportFormat
  /** every version instead of the memories alone; JSON Lines only */
  withHistory: boolean
  /** the memories at that moment; without history only */
  at?: Moment | undefined
  /** agents get no version in quarantine; people if left out */
  audience?: Audience | undefined
  /** the store's memory tests, for a last line each; JSON Lines only. Left out: none */
  tests?: readonly object[] | undefined
  /** who is given the texts: every one counts as a read; left out: nobody's reads are counted */
  reader?: Cause | undefined
  /** the caller disconnected: the export ends with the signal's reason */
  signal?: AbortSignal | undefined
}

/** An export that is not possible; the message is for the person who asked. */
export class ExportError extends Error {
  override readonly name = 'ExportError'
}

/**
 * A store as bytes, made lazily, in pieces of some ten kilobytes. With history it imports back to
 * the same versions: paths, contents, operations, times and authors in their order. What is damaged
 * is left out and named: on a line of its own, in archives in a file at the end. Refuses
 * `store_not_found`; throws `ExportError` for combinations that don't exist.
 */
export async function exportStore(
  db: Database,
  input: ExportStoreInput,
): Promise<AsyncIterable<Uint8Array>> {
  await getStore(db, input.storeId)
  if (input.withHistory && input.format !== 'jsonl') {
    throw new ExportError('History is only exported as JSON Lines.')
  }
  if (input.withHistory && input.at) {
    throw new ExportError('A moment and the whole history exclude each other.')
  }
  return inChunks(formatted(db, input))
}

export const EXPORT_TYPES: Record<ExportFormat, string> = {
  zip: 'application/zip',
  tar: 'application/x-tar',
  jsonl: 'application/jsonl',
}

/**
 * Every version of one memory as JSON Lines, which import to the same versions. Refuses
 * `memory_not_found`.
 */
export async function exportMemoryHistory(
  db: Database,
  { storeId, memoryId, signal }: { storeId: string; memoryId: string; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> {
  const { versions } = await listVersions(db, { storeId, memoryId, limit: 1 })
  if (versions.length === 0) refuse({ kind: 'memory_not_found', storeId, memoryId, path: null })
  return inChunks(asBytes(historyLines(db, storeId, { memoryId, signal })))
}

function formatted(db: Database, input: ExportStoreInput): AsyncIterable<Uint8Array> {
  if (input.format === 'jsonl') return asBytes(exportedLines(db, input))
  const files = safelyNamed(withDamagedNamed(db, input))
  return input.format === 'zip' ? zipBytes(files) : tarBytes(files)
}

async function* exportedLines(db: Database, input: ExportStoreInput): AsyncGenerator<string> {
  yield* input.withHistory ? historyLines(db, input.storeId, input) : snapshotLines(db, input)
  for (const test of input.tests ?? []) yield `${JSON.stringify({ memory_test: test })}\n`
}

async function* exportedMemories(
  db: Database,
  input: ExportStoreInput,
  onDamaged: (memory: Memory) => void,
): AsyncGenerator<ExportedFile> {
  for await (const memory of allMemories(db, { ...input, onDamaged })) {
    const { id: memoryId, sequence } = memory
    if (input.reader) recordRead(db, { memoryId, sequence, cause: input.reader })
    yield memory
  }
}

async function* snapshotLines(db: Database, input: ExportStoreInput): AsyncGenerator<string> {
  const damaged: Memory[] = []
  const files = exportedMemories(db, input, (memory) => damaged.push(memory))
  for await (const { path, content } of files) yield `${JSON.stringify({ path, content })}\n`
  for (const { path, versionId: version } of damaged) {
    yield `${JSON.stringify({ path, damaged: true, version })}\n`
  }
}

const DAMAGED_FILE = '/DAMAGED.txt'

/** An archive that silently lacked something would pass for whole. */
async function* withDamagedNamed(
  db: Database,
  input: ExportStoreInput,
): AsyncGenerator<ExportedFile> {
  const damaged: Memory[] = []
  let name = DAMAGED_FILE
  for await (const file of exportedMemories(db, input, (memory) => damaged.push(memory))) {
    yield file
    // Paths come in order: those that begin with this name one after the other.
    if (file.path === name) name = `${name}.txt`
  }
  if (damaged.length === 0) return
  const lines = damaged.map(({ path, versionId }) => `${versionId}\t${path}\n`).join('')
  yield { path: name, content: DAMAGED_ABOUT + lines, updatedAt: Date.now() }
}

const DAMAGED_ABOUT = `What is stored of these memories is damaged, so they are not in this archive. On the left the
version, on the right the path of the memory.

`

async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text, 'utf8')
}

/** Passing a piece on costs the consumer the same, however small it is. */
const CHUNK_BYTES = 64 * 1024

async function* inChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = []
  let length = 0
  for await (const some of bytes) {
    gathered.push(some)
    length += some.length
    if (length < CHUNK_BYTES) continue
    yield Buffer.concat(gathered)
    gathered = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(gathered)
}
