import type { Database } from '@/lib/db/database'
import { getStore } from '@/lib/store/get-store'
import { listMemories } from '@/lib/store/list-memories'
import type { Moment } from '@/lib/store/moment'
import { historyLines } from './history-lines'
import { tarBytes } from './tar-bytes'
import { zipBytes } from './zip-bytes'

export type ExportFormat = 'zip' | 'tar' | 'jsonl'

export interface ExportStoreInput {
  storeId: string
  format: ExportFormat
  /** every version instead of the memories alone; JSON Lines only */
  withHistory: boolean
  /** the memories as they were then; without history only */
  at?: Moment | undefined
}

/** A memory on its way out. */
export interface ExportedFile {
  path: string
  content: string
  /** milliseconds since 1970 */
  updatedAt: number
}

/** What cannot be exported in that way; the message is for the person who asked. */
export class ExportError extends Error {
  override readonly name = 'ExportError'
}

/**
 * A store as bytes, made as they are taken. With history it imports back to the same versions:
 * paths, contents, operations, times and authors in their order. Refuses `store_not_found`; throws
 * `ExportError` for combinations that there are not.
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
  if (input.withHistory) return linesAsBytes(historyLines(db, input.storeId))
  const files = memoriesOf(db, input)
  if (input.format === 'zip') return zipBytes(files)
  if (input.format === 'tar') return tarBytes(files)
  return linesAsBytes(snapshotLines(files))
}

export const EXPORT_TYPES: Record<ExportFormat, string> = {
  zip: 'application/zip',
  tar: 'application/x-tar',
  jsonl: 'application/jsonl',
}

const PAGE = 50

async function* memoriesOf(db: Database, input: ExportStoreInput): AsyncGenerator<ExportedFile> {
  let after: string | undefined
  do {
    const page = await listMemories(db, {
      storeId: input.storeId,
      directory: '',
      depth: 'all',
      view: 'full',
      limit: PAGE,
      after,
      at: input.at,
    })
    for (const entry of page.entries) {
      if (entry.type !== 'memory') continue
      const { path, content, updatedAt } = entry.memory
      yield { path, content: content ?? '', updatedAt }
    }
    after = page.next ?? undefined
  } while (after !== undefined)
}

async function* snapshotLines(files: AsyncIterable<ExportedFile>): AsyncGenerator<string> {
  for await (const { path, content } of files) yield JSON.stringify({ path, content })
}

async function* linesAsBytes(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(`${line}\n`, 'utf8')
}
