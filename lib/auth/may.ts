import type { Job } from '@/lib/jobs/job'
import type { Actor } from '@/lib/store/model/actor'
import { type Access, covers } from './api-keys'
import type { Caller } from './caller'

/**
 * What somebody may want to do over the HTTP API. Who may do what is said here and nowhere else
 * (architecture.md, Security; review page, Who may review).
 */
export type Action =
  | 'read'
  | 'write'
  /** allow or deny what waits, and loosen what is asked about */
  | 'decide'
  /** change, archive or delete a store, delete a session, redact */
  | 'administer'
  | 'create stores'
  /** open a session that has no store */
  | 'open sessions without stores'
  /** read files of the server */
  | 'read the disk'
  /** take over from an import who wrote what */
  | 'write as others'

interface Rule {
  access: Access
  /** whether agents may: keys marked so, and whoever calls without a key */
  agents: boolean
  /** whether a key that is limited to some stores may */
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
}

/** Whether a caller may do something where they see what it is about. */
export function may(caller: Caller, action: Action): boolean {
  const { access, agents, limited } = RULES[action]
  if (!covers(caller.access, access)) return false
  if (caller.purpose === 'agent' && !agents) return false
  return limited || caller.storeIds === null
}

/** Whether a caller sees a store at all: to others it is not there. */
export function seesStore(caller: Caller, storeId: string): boolean {
  return caller.storeIds === null || caller.storeIds.includes(storeId)
}

/** Whether a caller sees what belongs to all of these stores; with none, whoever sees everything does. */
export function seesAllOf(caller: Caller, storeIds: readonly string[]): boolean {
  if (caller.storeIds === null) return true
  return storeIds.length > 0 && storeIds.every((storeId) => seesStore(caller, storeId))
}

/** Whether a caller acts in the name of a session: the key that it was opened with does (API page, memory_tool). */
export function speaksFor(caller: Caller, session: { openedBy: Actor | null }): boolean {
  const { openedBy } = session
  return openedBy?.type === 'api_key' && openedBy.id === caller.keyId
}

/** Whether a caller sees a job: those about all stores, or about none, only whoever sees everything. */
export function seesJob(caller: Caller, job: Pick<Job, 'storeId'>): boolean {
  return seesAllOf(caller, job.storeId === null ? [] : [job.storeId])
}

/** Whether a caller who sees a job may stop it: who started it may, and who administers. */
export function mayStop(caller: Caller, job: Pick<Job, 'startedBy'>): boolean {
  if (may(caller, 'administer')) return true
  return job.startedBy?.type === caller.actor.type && job.startedBy.id === caller.actor.id
}
