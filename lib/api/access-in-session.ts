import type { Caller } from '@/lib/auth/caller'
import { seesStore } from '@/lib/auth/may'
import type { Database } from '@/lib/db/database'
import { type McpCall, McpRefusal } from '@/lib/mcp/mcp-call'
import { ApiError } from './api-error'
import { accessInName } from './session-name'

/**
 * Determines a caller's access over MCP in the session that it says it acts in: the same as over
 * the API.
 */
export function accessInSession(
  db: Database,
  caller: Caller,
  sessionId: string | null,
): McpCall['accessInSession'] {
  return async (storeId, isWrite) => {
    if (sessionId === null || !seesStore(caller, storeId)) return null
    try {
      return await accessInName({ db, caller }, { sessionId, storeId, isWrite })
    } catch (error) {
      if (error instanceof ApiError) throw new McpRefusal(`Error: ${error.message}`)
      throw error
    }
  }
}
