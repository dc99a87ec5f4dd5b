import type { Database } from '@/lib/db/database'
import { allMemories } from '@/lib/store/all-memories'
import { getStore } from '@/lib/store/get-store'
import { listVersions } from '@/lib/store/list-versions'
import type { Cause } from '@/lib/store/model/actor'
import type { Audience } from '@/lib/store/model/audience'
import type { Moment } from '@/lib/store/model/moment'
import { refuse } from '@/lib/store/model/problems'
import { recordRead } from '@/lib/store/reads'
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
 * the same versions: paths, contents, operations, times and authors in their order. Refuses
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
  return inPieces(formatted(db, input))
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
  return inPieces(asBytes(historyLines(db, storeId, { memoryId, signal })))
}

function formatted(db: Database, input: ExportStoreInput): AsyncIterable<Uint8Array> {
  if (input.withHistory) return asBytes(historyLines(db, input.storeId, input))
  const files: AsyncIterable<ExportedFile> = exportedMemories(db, input)
  if (input.format === 'zip') return zipBytes(safelyNamed(files))
  if (input.format === 'tar') return tarBytes(safelyNamed(files))
  return asBytes(snapshotLines(files))
}

async function* exportedMemories(
  db: Database,
  input: ExportStoreInput,
): AsyncGenerator<ExportedFile> {
  for await (const memory of allMemories(db, input)) {
    const { id: memoryId, sequence } = memory
    if (input.reader) recordRead(db, { memoryId, sequence, cause: input.reader })
    yield memory
  }
}

async function* snapshotLines(files: AsyncIterable<ExportedFile>): AsyncGenerator<string> {
  for await (const { path, content } of files) yield `${JSON.stringify({ path, content })}\n`
}

async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text, 'utf8')
}

/** Passing a piece on costs the consumer the same, however small it is. */
const PIECE_BYTES = 64 * 1024

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = []
  let length = 0
  for await (const some of bytes) {
    gathered.push(some)
    length += some.length
    if (length < PIECE_BYTES) continue
    yield Buffer.concat(gathered)
    gathered = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(gathered)
}
