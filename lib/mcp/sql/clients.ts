import type { McpClient } from '@/lib/db/models'
import type { WriteSql } from '@/lib/db/sql'

/** Programs that call over MCP: their calls are counted for them, and the oldest make room. */

/** Adds a program, or its calls to those that it had; its name and its first call stay. */
export async function addCalls(tx: WriteSql, row: McpClient): Promise<void> {
  await tx.run(
    `INSERT INTO mcp_clients (id, actor_id, name, version, calls, first_called_at, last_called_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET version = excluded.version,
       calls = mcp_clients.calls + excluded.calls, last_called_at = excluded.last_called_at`,
    [row.id, row.actorId, row.name, row.version, row.calls, row.firstCalledAt, row.lastCalledAt],
  )
}

/**
 * Keeps the newest clients of one caller: one that names itself anew with each call must not fill
 * the table.
 */
export async function keepNewestOf(tx: WriteSql, actorId: string, kept: number): Promise<void> {
  await tx.run(
    `DELETE FROM mcp_clients WHERE actor_id = ? AND id NOT IN (
       SELECT id FROM mcp_clients WHERE actor_id = ? ORDER BY last_called_at DESC, id LIMIT ?)`,
    [actorId, actorId, kept],
  )
}

/**
 * Keeps the newest clients of all callers: those of keys that ended stay until others take their
 * place.
 */
export async function keepNewest(tx: WriteSql, kept: number): Promise<void> {
  await tx.run(
    `DELETE FROM mcp_clients WHERE id NOT IN (
       SELECT id FROM mcp_clients ORDER BY last_called_at DESC, id LIMIT ?)`,
    [kept],
  )
}
