import type { Reader } from '@/lib/db'
import { actorNames } from '@/lib/store/actors'
import type { Cause, DoneBy } from '@/lib/store/model/actor'
import type { AnyWrite } from './documents'
import type { FileText } from './files'
import { refuseCall } from './words'

/** A document that is not what its writer takes it to be, and who made it what it is, when. */
export interface Stale {
  file: FileText
  by: DoneBy & { createdAt: Date }
}

type Versions = Pick<Reader, 'version' | 'memoryRead'>

/**
 * Whether a write would overwrite what its caller has not read: the newest version is another key's or
 * another session's, and this caller was not shown it. A hash that is given decides alone. An edit
 * names the text that it replaces, so nothing unread is lost by it. `hasRead`: for a caller whose reads are not
 * counted.
 */
export async function staleWrite(
  { tx, cause }: { tx: Versions; cause: Pick<Cause, 'actor' | 'sessionId'> },
  { name, input }: AnyWrite,
  file: FileText | null,
  hasRead: (file: FileText) => Promise<boolean> = (read) => isReadBy(tx, read, cause),
): Promise<Stale | null> {
  const { expected_sha256: expected } = input
  if (!file) {
    if (expected === undefined) return null
    return refuseCall(`Error: There is no document at ${input.path} any more`)
  }
  if (expected === undefined ? name === 'memory_edit' : file.sha256 === expected) return null
  const by = await tx.version.findUnique({
    where: { id: file.id },
    select: { actorType: true, actorId: true, sessionId: true, createdAt: true },
  })
  if (!by) return null
  const isOwn = by.actorId === cause.actor.id && by.sessionId === (cause.sessionId ?? null)
  if (expected === undefined && (isOwn || (await hasRead(file)))) return null
  return { file, by }
}

/** Reads that are only counted yet have to be written down before. */
async function isReadBy(
  tx: Versions,
  { id }: FileText,
  { actor, sessionId }: Pick<Cause, 'actor' | 'sessionId'>,
) {
  const session = sessionId ?? (actor.type === 'session' ? actor.id : '')
  const where = { versionId: id, actorId: actor.id, sessionId: session }
  return (await tx.memoryRead.findFirst({ where, select: { versionId: true } })) !== null
}

/** Who changed a document that its writer has not read, and when. */
export async function whoChanged({ by }: Stale): Promise<string> {
  const name = (await actorNames([by.actorId])).get(by.actorId)
  const { actorType: type } = by
  return `${name === undefined ? KINDS[type] : JSON.stringify(name)} changed it at ${by.createdAt.toISOString()}`
}

const KINDS = {
  user: 'A person',
  session: 'A session',
  api_key: 'Another program',
  service_account: 'The server',
} as const
