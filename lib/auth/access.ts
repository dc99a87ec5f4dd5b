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
  /** none of these may, whatever their access: agents, keys that are limited to some stores */
  but?: readonly ('agents' | 'limited')[]
  /** the person at the command line of this machine may, whatever their access */
  commandLine?: true
  /** said in place of what it needs */
  words?: string
}

/** Who may do what over HTTP; nothing else says so. */
const RULES = {
  'see figures': { access: 'metrics', but: ['limited'] },
  tell: { access: 'hook' },
  read: { access: 'read' },
  write: { access: 'write' },
  import: { access: 'write', but: ['agents'] },
  'read the disk': { access: 'admin', but: ['agents', 'limited'], commandLine: true },
  'write as others': { access: 'admin', but: ['agents'], commandLine: true },
  decide: {
    access: 'review',
    but: ['agents'],
    words: 'Reviewing needs a person at the dashboard or a key with the access review.',
  },
  /** what costs money: no agent starts it */
  'ask models': {
    access: 'review',
    but: ['agents'],
    commandLine: true,
    words: 'Asking models needs a person, or a key of a script with the access review.',
  },
  'create stores': { access: 'admin', but: ['limited'], commandLine: true },
  administer: { access: 'admin' },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof RULES

/** Why somebody may not, in English. */
export function whyNot(action: Action): string {
  const { access, but = [], words }: Rule = RULES[action]
  if (words) return words
  const holder = but.includes('agents') ? 'a person, or a key of a script' : 'a key'
  const limit = but.includes('limited') ? ', for all stores' : ''
  return `This call needs ${holder} with the access ${access}${limit}.`
}

/** Returns whether a caller may do this with what they see. */
export function may(caller: Caller, action: Action): boolean {
  const { access, but = [], commandLine }: Rule = RULES[action]
  if (commandLine && caller.actor.id === COMMAND_LINE.id) return true
  if (ACCESSES.indexOf(caller.access) < ACCESSES.indexOf(access)) return false
  if (but.includes('agents') && caller.isAgent) return false
  return !but.includes('limited') || caller.storeIds === null
}

/**
 * Returns whether a caller sees a store, or what belongs to it; to who does not, it is not there.
 * `null`: what belongs to no one store.
 */
export function sees({ storeIds }: Caller, storeId: string | null): boolean {
  return storeIds === null || (storeId !== null && storeIds.includes(storeId))
}

/** Returns whether a caller may stop work that they see: who began it may, and administrators. */
export function mayStop(caller: Caller, { type, id }: Actor): boolean {
  return may(caller, 'administer') || (type === caller.actor.type && id === caller.actor.id)
}
