import type { ActorType } from '@/lib/db/generated/sqlite/enums'
import { hasRead } from '@/lib/store/reads'
import type { Change } from '@/lib/store/write/change'
import type { AnyWrite } from './documents'
import type { FileText } from './files'
import { refuseCall } from './words'

/** A document that is not what its writer takes it to be: what it holds, who wrote that, and when. */
export interface Stale {
  file: FileText
  who: string
  at: Date
}

/**
 * Whether a write would overwrite what its caller has not read: the newest version is another key's or
 * another session's, and this caller was not shown it. A hash that is given decides alone. An edit
 * names the text that it replaces, so nothing unread is lost by it.
 */
export async function staleWrite(
  { tx, cause }: Pick<Change, 'tx' | 'cause'>,
  { name, input }: AnyWrite,
  file: FileText | null,
): Promise<Stale | null> {
  const { expected_sha256: expected } = input
  if (expected !== undefined) {
    if (!file) return refuseCall(`Error: There is no document at ${input.path} any more`)
    return file.sha256 === expected ? null : staleOf(tx, file)
  }
  if (name === 'memory_edit' || !file) return null
  const { actorId, sessionId } = await writerOf(tx, file)
  const isOwn = actorId === cause.actor.id && sessionId === (cause.sessionId ?? null)
  if (isOwn || (await hasRead(file, cause))) return null
  return staleOf(tx, file)
}

const writerOf = (tx: Change['tx'], { versionId }: FileText) =>
  tx.version.findUniqueOrThrow({
    where: { id: versionId },
    select: { actorType: true, actorId: true, sessionId: true, createdAt: true },
  })

async function staleOf(tx: Change['tx'], file: FileText): Promise<Stale> {
  const { actorId, actorType, createdAt } = await writerOf(tx, file)
  const named = await tx.actor.findUnique({ where: { id: actorId }, select: { name: true } })
  return { file, who: named ? JSON.stringify(named.name) : KINDS[actorType], at: createdAt }
}

const KINDS: Record<ActorType, string> = {
  user: 'A person',
  session: 'A session',
  api_key: 'Another program',
  service_account: 'The server',
}
