import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { startJob } from '@/lib/jobs/run-job'
import { redactedTextsOf, withoutRedactedTexts } from '@/lib/store/redaction/redacted-texts'
import { decodeUtf8, isUtf8Text, utf8Bytes } from '@/lib/text/content'
import { openPath } from '@/lib/transfer/open-source'
import { runSeed } from '@/lib/transfer/seed-store'
import { type Source, type SourceChange, snapshotMoment } from '@/lib/transfer/source'
import { turns } from '@/lib/turns'
import { watchReach } from '../watch-reach'
import { noteSeeded } from '../sql/connection-notes'
import type { ConnectionRow } from '../sql/connections'
import { isIgnoredPath } from './ignored-names'
import { readWatchedFile } from './read-file'
import { walkFolder } from './walk-folder'
import { watchedPaths } from './watched-paths'
import { queueDifferences } from './queue-differences'

/** Instructions that are longer are taken in, or refused, by the first sweep. */
const MAX_BYTES = 1024 * 1024

/**
 * The folder as a source of memories: without what is no memory by its name, and with its history if
 * it lies in a git repository. Throws `SourceError`.
 */
async function folderAsSource(row: ConnectionRow, signal: AbortSignal): Promise<Source> {
  const { location } = row
  if (row.preset === 'instructions') return chosenFiles(row)
  const source = await openPath({
    location,
    kind: 'folder',
    withHistory: true,
    withUncommitted: true,
    reach: await watchReach(),
    signal,
  })
  return {
    ...source,
    moments: async function* (own) {
      for await (const moment of source.moments(own)) {
        yield { ...moment, changes: moment.changes.flatMap(withoutIgnored) }
      }
    },
  }
}

/** Of a project only the files that are watched, as they are: its history is another matter. */
function chosenFiles(row: ConnectionRow): Source {
  const { location } = row
  return {
    label: location,
    kind: 'snapshot',
    moments: async function* (signal) {
      const maybeYield = turns(signal)
      const walk = { root: location, reach: await watchReach(), maybeYield }
      const { files } = await walkFolder({ ...walk, isWatched: watchedPaths(row) })
      const changes: SourceChange[] = []
      for (const memoryPath of files.keys()) {
        const file = path.join(location, memoryPath)
        const read = await readWatchedFile(file, MAX_BYTES, maybeYield)
        if (read.kind !== 'text') continue
        changes.push({ op: 'write', path: memoryPath, bytes: utf8Bytes(read.content) })
      }
      yield snapshotMoment(changes)
    },
  }
}

/** A process that ended while the store was being filled leaves what was redacted since to come again. */
async function withoutRedacted(db: Database, row: ConnectionRow, source: Source): Promise<Source> {
  const redacted = await redactedTextsOf(db.read, row.storeKey)
  if (redacted.newest === 0) return source
  const cleared = async (change: SourceChange): Promise<SourceChange> => {
    if (!('bytes' in change) || !change.bytes || !isUtf8Text(change.bytes)) return change
    const text = await withoutRedactedTexts(redacted, decodeUtf8(change.bytes))
    return { ...change, bytes: utf8Bytes(text) }
  }
  return {
    ...source,
    moments: async function* (signal) {
      for await (const moment of source.moments(signal)) {
        const changes: SourceChange[] = []
        for (const change of moment.changes) changes.push(await cleared(change))
        yield { ...moment, changes }
      }
    },
  }
}

function withoutIgnored(change: SourceChange): SourceChange[] {
  if (isIgnoredPath(change.path)) {
    const isLeft = change.op === 'rename' && !isIgnoredPath(change.from)
    return isLeft ? [{ op: 'delete', path: change.from }] : []
  }
  if (change.op !== 'rename' || !isIgnoredPath(change.from)) return [change]
  return change.bytes ? [{ op: 'write', path: change.path, bytes: change.bytes }] : []
}

/** Fills a store with its folder for the first time, as a job that its page shows. */
export async function seedFolder(
  db: Database,
  row: ConnectionRow,
  signal: AbortSignal,
): Promise<void> {
  const actor = { type: row.actorType, id: row.actorId }
  const source = await withoutRedacted(db, row, await folderAsSource(row, signal))
  const { finished } = await startJob(db, {
    kind: 'seed',
    storeId: row.storeId,
    startedBy: actor,
    work: (control) =>
      runSeed(db, { storeId: row.storeId, source, withHistory: true, cause: { actor } }, control),
  })
  const job = await finished
  if (job.state !== 'done') throw new Error('a folder was not taken in whole')
  await db.write(async (tx) => {
    await noteSeeded(tx, row.key, Date.now())
    if (row.direction === 'two_way') await queueDifferences(tx, row)
  })
}
