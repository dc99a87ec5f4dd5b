import { texts } from '@/components/i18n/server-texts'
import type { Actor } from '@/lib/store/model/actor'
import { agentsOf } from './agent-looks'
import { shownWriter } from './shown-writer'
import { WriterName } from './writer-name'

/**
 * Shows an actor: its kind, where its name does not say it, and its name or the end of its id; a
 * session by its agent. The whole id on hover.
 */
export async function ActorName({
  actor,
  names,
}: {
  actor: Actor
  names: ReadonlyMap<string, string>
}) {
  const agents = await agentsOf([actor])
  return <WriterName {...shownWriter(await texts(), { actor, names, isImport: false, agents })} />
}
