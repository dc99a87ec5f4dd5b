import path from 'node:path'
import { recordRead } from '@/lib/store/reads/reads'
import { CLAUDE_CODE } from '../model/writers'
import { noteReadStore } from '../sql/observed-sessions'
import { versionThen } from '../sql/versions'
import { observedSession } from './attribute'
import type { ReadOfFile } from './transcripts'
import type { WatchedFolder } from './watched-folder'

/** Notes which versions Claude Code put into its context since the last time, as its transcripts tell. */
export async function noteReads(folder: WatchedFolder): Promise<void> {
  const { transcripts, row } = folder
  if (!transcripts) return
  await transcripts.read()
  for (const read of transcripts.takeReads(row.location)) await noteRead(folder, read)
  await transcripts.keepOffsets()
}

async function noteRead(folder: WatchedFolder, { file, session, at }: ReadOfFile): Promise<void> {
  const { db, row } = folder
  const memoryPath = `/${path.relative(row.location, file).split(path.sep).join('/')}`
  // The version that stood there then; what was written before the folder was watched is later here.
  const version = await versionThen(db.read, { storeKey: row.storeKey, path: memoryPath, at })
  if (!version) return
  const sessionId = await observedSession(folder, session, at)
  await folder.write((tx) => noteReadStore(tx, sessionId, row.storeKey))
  recordRead(db, {
    memoryId: version.id,
    sequence: version.sequence,
    cause: { actor: CLAUDE_CODE, sessionId },
  })
}
