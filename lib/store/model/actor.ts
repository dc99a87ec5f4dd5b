/** A person, a session, an API key or a service account that did something. */
export interface Actor {
  type: 'session' | 'api_key' | 'user' | 'service_account'
  id: string
}

/** A text that a policy keeps out, and what stands in its place. */
export interface TextMask {
  text: string
  mask: string
}

/** The actor of a change or a read, and the circumstances. */
export interface Cause {
  actor: Actor
  /** the session it happened in; left out: a session actor's own; null: none known */
  sessionId?: string | null | undefined
  /** the tool use that asked for it */
  toolUseId?: string | undefined
  /** the program that asked, as it named itself: `claude-code 2.1.330` */
  client?: string | undefined
  /**
   * by which of the connections with one key it came, as far as they can be told apart; compared, never
   * shown: what comes by each without a session is reviewed by itself
   */
  connection?: string | undefined
  /** whether a person allowed this very write: no policy holds it for another */
  isAllowed?: true | undefined
  /** whether that person was told that it could not be scanned: others' writes land only scanned */
  isAllowedUnscanned?: true | undefined
  /** whether this very write waited, nobody decided in time, and its rule lets it into quarantine */
  isLapsed?: true | undefined
  /**
   * whether the change stands in a watched folder already: it is reviewed as an agent's, no policy
   * can stop it, and it is not carried out there
   */
  isOnDisk?: true | undefined
  /** told which texts a policy keeps out of the memory, so that they are kept out elsewhere too */
  hears?: ((masks: readonly TextMask[]) => void) | undefined
  /** told what stands in the memory in place of what a policy masked */
  masked?: ((masks: readonly string[]) => void) | undefined
  /** told that what is written may be kept from agents: the store has a policy, or a quarantine */
  guarded?: (() => void) | undefined
}

/** The session of a cause: the named one, or the actor if it is a session. */
export function sessionOf(cause: Cause): string | null {
  if (cause.sessionId !== undefined) return cause.sessionId
  return cause.actor.type === 'session' ? cause.actor.id : null
}

/** Callers over loopback without a key (API page, "A write over loopback with no key"). */
export const LOCAL_API_ACTOR: Actor = { type: 'api_key', id: 'apikey_11111111111111111111LocaL' }

/** The user of the dashboard on this machine, until there is sign-in. */
export const LOCAL_USER_ACTOR: Actor = { type: 'user', id: 'user_11111111111111111111LocaL' }

/** The application itself: for example, seeding from the command line acts as the person who ran it. */
export const COMMAND_LINE_ACTOR: Actor = { type: 'user', id: 'user_1111111111111111CommandLine' }
