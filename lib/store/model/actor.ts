import type { ActorType } from '@/lib/db/generated/sqlite/enums'

/** Who does something, as the wire tells of them. */
export interface Actor {
  type: ActorType
  id: string
}

/** The person at the dashboard; there is no sign-in. */
export const PERSON: Actor = { type: 'user', id: 'user_local' }

/** The person at the command line of this machine. */
export const COMMAND_LINE: Actor = { type: 'user', id: 'user_command_line' }

/** Whoever calls from this machine without a key. */
export const WITHOUT_KEY: Actor = { type: 'api_key', id: 'apikey_none' }

/** What the server does by itself. */
export const SERVER: Actor = { type: 'service_account', id: 'svcacct_palimpsest' }

/** What the server merges of a folder and its store. */
export const MERGED: Actor = { type: 'service_account', id: 'svcacct_merged' }

/** Returns whether an actor stands for one of any installation, besides those with ids as we make them. */
export const isOfAny = ({ id }: Actor): boolean =>
  [PERSON, COMMAND_LINE, WITHOUT_KEY, SERVER].some((each) => each.id === id)

/** Who did what a row tells of. */
export const actorOf = ({ actorType: type, actorId: id }: DoneBy): Actor => ({ type, id })

/** What a row says of who did something. */
export interface DoneBy {
  actorType: ActorType
  actorId: string
  sessionId?: string | null
}

/** What a row says of an actor. */
export const byActor = ({ type: actorType, id: actorId }: Actor) => ({ actorType, actorId })

/** In whose name a change is made, and by what. */
export interface Cause {
  actor: Actor
  /** sessions, keys of agents, callers without a key, folders: what they write is to be reviewed */
  isAgent: boolean
  sessionId?: string | null
  toolUseId?: string | null
  /** the program that called, as it names itself */
  client?: string | null
  /** a person allowed these bytes: an agent's write that needs no look */
  isPassed?: true
  /** it changes a place in a text, and says nothing about the rest */
  isEdit?: boolean
  /** what it writes stands on a disk already, or takes a text out: no rule is asked */
  stands?: true
  /** the lease under which it is done: refused `run_lost` once somebody else has it */
  lease?: string
}

export const BY_PERSON: Cause = { actor: PERSON, isAgent: false }
export const BY_COMMAND: Cause = { actor: COMMAND_LINE, isAgent: false }
export const BY_SERVER: Cause = { actor: SERVER, isAgent: false }

/** A writer as pages tell of them. */
export interface Writer extends Actor {
  /** of a session its agent's; null: nobody named them */
  name: string | null
  /** what the session is called in which it was done, or was asked first */
  title?: string | null
  sessionId: string | null
}
