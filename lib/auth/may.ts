import type { Job } from '@/lib/jobs/job'
import type { Actor } from '@/lib/store/model/actor'
import type { Audience } from '@/lib/store/model/audience'
import { type Access, covers } from './access'
import type { Caller } from './caller'

/**
 * An action over the HTTP API. Who may do what is defined here and nowhere else (architecture.md,
 * Security; review page, Who may review).
 */
export type Action =
  | 'read'
  | 'write'
  /** allow or deny waiting calls, and reduce what needs approval */
  | 'decide'
  /** change, archive or delete a store, delete a session, redact */
  | 'administer'
  | 'create stores'
  /** open a session that has no store */
  | 'open sessions without stores'
  /** read the server's files */
  | 'read the disk'
  /** keep the authors that an import claims */
  | 'write as others'
  /** read the installation's figures; they hold no memory */
  | 'read the metrics'
  /** say which call wrote a file of a watched folder; it counts if the bytes agree */
  | 'attribute'

interface Rule {
  access: Access
  /** whether agents may: keys with that purpose, and callers without a key */
  agents: boolean
  /** whether a key limited to some stores may */
  limited: boolean
}

const RULES: Record<Action, Rule> = {
  read: { access: 'read', agents: true, limited: true },
  write: { access: 'write', agents: true, limited: true },
  decide: { access: 'review', agents: false, limited: true },
  administer: { access: 'admin', agents: true, limited: true },
  'create stores': { access: 'admin', agents: true, limited: false },
  'open sessions without stores': { access: 'write', agents: true, limited: false },
  'read the disk': { access: 'admin', agents: true, limited: false },
  'write as others': { access: 'admin', agents: false, limited: true },
  'read the metrics': { access: 'metrics', agents: true, limited: false },
  attribute: { access: 'hook', agents: true, limited: false },
}

/** Returns whether a caller may perform an action on something that they see. */
export function may(caller: Caller, action: Action): boolean {
  const { access, agents, limited } = RULES[action]
  if (!covers(caller.access, access)) return false
  if (caller.purpose === 'agent' && !agents) return false
  return limited || caller.storeIds === null
}

/** The audience of an answer to a caller: agents are not served what is in quarantine. */
export function audienceOf({ purpose }: Caller): Audience {
  return purpose === 'agent' ? 'agents' : 'people'
}

/** Returns whether a caller sees a store; if not, it does not exist to them. */
export function seesStore(caller: Caller, storeId: string): boolean {
  return caller.storeIds === null || caller.storeIds.includes(storeId)
}

/**
 * Returns whether a caller sees what belongs to all of these stores; with none, only callers
 * without limits do.
 */
export function seesAllOf(caller: Caller, storeIds: readonly string[]): boolean {
  if (caller.storeIds === null) return true
  return storeIds.length > 0 && storeIds.every((storeId) => seesStore(caller, storeId))
}

/**
 * Returns whether a caller may act in a session's name: only the key that opened it may (API page,
 * memory_tool).
 */
export function speaksFor(caller: Caller, session: { openedBy: Actor | null }): boolean {
  const { openedBy } = session
  return openedBy?.type === 'api_key' && openedBy.id === caller.keyId
}

/**
 * Returns whether a caller sees a job; those about all stores or none are seen only by callers
 * without limits.
 */
export function seesJob(caller: Caller, job: Pick<Job, 'storeId'>): boolean {
  return seesAllOf(caller, job.storeId === null ? [] : [job.storeId])
}

/**
 * Returns whether a caller who sees a job may stop it: the one that started it may, and
 * administrators.
 */
export function mayStop(caller: Caller, job: Pick<Job, 'startedBy'>): boolean {
  if (may(caller, 'administer')) return true
  return job.startedBy?.type === caller.actor.type && job.startedBy.id === caller.actor.id
}
