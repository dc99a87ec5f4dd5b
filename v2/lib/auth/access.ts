import { type Actor, COMMAND_LINE } from '@/lib/store/model/actor'

/** What an access opens, each including those before it. `hook` and `metrics` open no memory. */
export const ACCESSES = ['hook', 'metrics', 'read', 'write', 'review', 'admin'] as const
export type Access = (typeof ACCESSES)[number]

/** Whoever calls by HTTP, and what they may. */
export interface Caller {
  actor: Actor
  /** null: without a key */
  keyId: string | null
  access: Access
  /** agents never decide, and never bring memory in from outside */
  isAgent: boolean
  /** the only stores that they see; null: all */
  storeIds: readonly string[] | null
}

interface Rule {
  access: Access
  /** told to who may not */
  refusal: string
  /** no agent may */
  noAgent?: true
  /** no key that is limited to some stores may */
  needsAllStores?: true
  /** the person at the command line of this machine may, whatever their access */
  commandLine?: true
}

/** Who may do what over HTTP; nothing else says so. */
const RULES = {
  read: { access: 'read', refusal: 'The API key does not allow to read.' },
  write: { access: 'write', refusal: 'The API key does not allow to change memories.' },
  import: {
    access: 'write',
    noAgent: true,
    refusal: 'Importing needs a person, or a key of a script with the access write.',
  },
  'read the disk': {
    access: 'admin',
    noAgent: true,
    needsAllStores: true,
    commandLine: true,
    refusal:
      'Naming a path of the server needs a person, or a key of a script with the access admin that is not limited to some stores.',
  },
  'write as others': {
    access: 'admin',
    noAgent: true,
    commandLine: true,
    refusal: 'Writing in the name of others needs a person, or a key of a script with admin.',
  },
  'create stores': {
    access: 'admin',
    needsAllStores: true,
    commandLine: true,
    refusal: 'Making a store needs a key with the access admin that is not limited to some stores.',
  },
  administer: {
    access: 'admin',
    refusal: 'Changing or deleting a store, and redacting, need a key with the access admin.',
  },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof RULES

const ruleOf = (action: Action): Rule => RULES[action]

export const whyNot = (action: Action): string => ruleOf(action).refusal

const covers = (granted: Access, needed: Access) =>
  ACCESSES.indexOf(granted) >= ACCESSES.indexOf(needed)

/** Returns whether a caller may do this with what they see. */
export function may(caller: Caller, action: Action): boolean {
  const { access, noAgent, needsAllStores, commandLine } = ruleOf(action)
  if (commandLine && caller.actor.id === COMMAND_LINE.id) return true
  if (!covers(caller.access, access)) return false
  if (noAgent && caller.isAgent) return false
  return !needsAllStores || caller.storeIds === null
}

/**
 * Returns whether a caller sees a store, or what belongs to it; to who does not, it is not there.
 * `null`: what belongs to no one store.
 */
export function sees({ storeIds }: Caller, storeId: string | null): boolean {
  return storeIds === null || (storeId !== null && storeIds.includes(storeId))
}

/** Returns whether a caller may stop work that they see: who began it may, and administrators. */
export function mayStop(caller: Caller, startedBy: Actor): boolean {
  if (may(caller, 'administer')) return true
  return startedBy.type === caller.actor.type && startedBy.id === caller.actor.id
}

/** A key of these is an agent's unless said otherwise. */
export const isUsuallyAgents = (access: Access) => ['hook', 'read', 'write'].includes(access)
