import type { texts } from '@/components/i18n/server-texts'
import type { Actor } from '@/lib/store/model/actor'
import { type ActorMark, actorMark } from '@/lib/store/model/actor-mark'
import { IMPORTED } from '@/lib/store/model/author-of'
import { plainName } from '@/lib/text/plain-text'
import { actorKind, actorTitle } from './actor-words'

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
}

export function shownWriter(
  t: Awaited<ReturnType<typeof texts>>,
  { actor, names, isImport }: WriterInput,
): ShownWriter {
  const isUnnamed = actor.id === IMPORTED.id
  const marked = { kind: isImport || isUnnamed ? ('import' as const) : actor.type, id: actor.id }
  const [kind, name] = [actorKind(t, actor), actorTitle(t, actor, names)]
  const look = actorMark({ ...marked, name: isUnnamed ? name : (names.get(actor.id) ?? null) })
  return { id: actor.id, look, kind, name, label: `${kind}${plainName(name)}` }
}
