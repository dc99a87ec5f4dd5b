import type { Caller } from '@/lib/auth/caller'
import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import type { Mount } from '@/lib/memory-tool/mount'

/** The client's options: from the query of the address, or the options of the command. */
export interface McpOptions {
  /** seven tools; or the one tool `memory` with its six commands */
  tools: 'documents' | 'memory'
  /** name or id of the only store that is served; null: all that the caller may see */
  store: string | null
  /** whether nothing may be written, whatever the key allows */
  isReadOnly: boolean
}

/** A program as it names itself. */
export interface ClientInfo {
  name: string
  version: string
}

/** A store as clients address it: by its short name, its name, or its id. */
export interface SeenStore extends Mount {
  fullName: string
}

/** A call over MCP, with its caller. */
export interface McpCall {
  db: Database
  caller: Caller
  options: McpOptions
  /** the store that the options name, as it was found for this one request; left out: not yet */
  pinned?: SeenStore | undefined
  /** under which people reach the dashboard */
  origin: string
  client: ClientInfo | null
  /** by which of a program's connections it came (`Cause.connection`) */
  connection: string
  /** the session that the caller says it acts in */
  sessionId: string | null
  /** the session in which a call of this name was said to be made; null: nobody said */
  sessionOfCall(toolUseId: string): Promise<string | null>
  /**
   * The caller's access to a store in that session's name; null: the key's own. Refuses in words.
   */
  accessInSession(storeId: string, isWrite: boolean): Promise<Mount['access'] | null>
}

/** A refusal, told to the model in place of a result. */
export class McpRefusal extends Error {
  override readonly name = 'McpRefusal'
}

/** The cause of what a call does; `toolUseId`: the call as the client's model names it. */
export function causeOfCall(
  { caller, client, connection, sessionId }: McpCall,
  toolUseId: string | undefined,
): Cause {
  return {
    actor: caller.actor,
    sessionId,
    connection,
    toolUseId,
    client: client === null ? undefined : `${client.name} ${client.version}`.trim(),
  }
}
