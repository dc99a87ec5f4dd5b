import type { Database } from '@/lib/db/database'
import type { Mount } from '@/lib/memory-tool/mount'
import { memoryAt } from '@/lib/memory-tool/memory-at'
import { getVersion } from '@/lib/store/versions/read-versions'
import type { Actor, Cause } from '@/lib/store/model/actor'
import { actorNames } from '@/lib/store/stores/name-actor'
import { recordRead } from '@/lib/store/reads/reads'
import { MAX_DATA_CHARS } from './bounded-text'
import { numberedPart } from './numbered-part'
import { asData, refused, type ToolAnswer } from './tool-answer'

interface Outdated {
  mount: Mount
  cause: Cause
  path: string
}

/**
 * The answer to a write whose memory is not what the caller took it to be: what it holds now, and
 * who wrote that. The caller has read it then.
 */
export async function outdatedAnswer(
  db: Database,
  { mount: { storeId }, cause, path }: Outdated,
): Promise<ToolAnswer> {
  const memory = await memoryAt(db, storeId, path)
  if (!memory) return refused(`Error: There is no document at ${path} any more`)
  const { id: memoryId, sequence, versionId, sha256, content } = memory
  recordRead(db, { memoryId, sequence, cause })
  const by = await getVersion(db, { storeId, versionId, view: 'basic' })
  const writer = await nameOf(db, by.createdBy)
  const when = new Date(by.createdAt).toISOString()
  const { text = '', notes = [] } = numberedPart(content, 1, MAX_DATA_CHARS) ?? {}
  return refused(
    [
      `Error: Nothing was written: ${path} is not what you read. ${writer} changed it at ${when}. It holds now:`,
      asData(text),
      `sha256 ${sha256}`,
      ...notes,
    ].join('\n'),
  )
}

async function nameOf(db: Database, { type, id }: Actor): Promise<string> {
  const name = (await actorNames(db, [id])).get(id)
  return name === undefined ? KINDS[type] : JSON.stringify(name)
}

const KINDS: Record<Actor['type'], string> = {
  user: 'A person',
  session: 'A session',
  api_key: 'Another program',
  service_account: 'The server',
}
