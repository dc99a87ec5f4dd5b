import type { texts } from '@/components/i18n/server-texts'
import { CLAUDE_CODE } from '@/lib/connect/model/writers'
import type { Actor } from '@/lib/store/model/actor'
import { type ActorMark, actorMark } from '@/lib/store/model/actor-mark'
import { IMPORTED } from '@/lib/store/model/author-of'
import { plainName } from '@/lib/text/plain-text'
import { actorKind, actorTitle } from './actor-words'
import type { ShownAgent } from './agent-looks'

/** A writer as pages show it. */
export interface ShownWriter {
  id: string
  look: ActorMark
  /** its kind, as it stands before the name; empty where the name says it */
  kind: string
  name: string
  /** kind and name, to be read out */
  label: string
}

export interface WriterInput {
  actor: Actor
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  /** whether the change came with an imported history */
  isImport: boolean
  /** the agents of sessions: see `agentsOf` */
  agents: ReadonlyMap<string, ShownAgent>
}

export function shownWriter(
  t: Awaited<ReturnType<typeof texts>>,
  { actor, names, isImport, agents }: WriterInput,
): ShownWriter {
  const isUnnamed = actor.id === IMPORTED.id
  const agent = agents.get(actor.id)
  if (agent && !isImport) {
    const label = t('Sessions.agentNamed', { name: plainName(agent.name) })
    return { id: actor.id, look: agent.look, kind: '', name: agent.name, label }
  }
  const marked = { kind: isImport || isUnnamed ? ('import' as const) : kindOf(actor), id: actor.id }
  const [kind, name] = [actorKind(t, actor), actorTitle(t, actor, names)]
  const look = actorMark({ ...marked, name: isUnnamed ? name : (names.get(actor.id) ?? null) })
  return { id: actor.id, look, kind, name, label: `${kind}${plainName(name)}` }
}

/** Claude Code is an agent, whose sessions run elsewhere. */
const kindOf = ({ type, id }: Actor) => (id === CLAUDE_CODE.id ? 'session' : type)
