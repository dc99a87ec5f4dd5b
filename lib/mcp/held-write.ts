import type { HeldByPolicy } from '@/lib/memory-tool/run-memory-command'
import type { Mount } from '@/lib/memory-tool/mount'
import { heldAnswer } from '@/lib/proposals/held-answer'
import type { HeldCommand } from '@/lib/proposals/held-command'
import type { Cause } from '@/lib/store/model/actor'
import type { McpCall } from './mcp-call'
import { refused, type ToolAnswer } from './tool-answer'

interface HeldWrite {
  mount: Mount
  cause: Cause
  command: HeldCommand
  held: HeldByPolicy
  /** as the caller names it */
  path: string
}

/** Keeps what a policy holds for a person, and tells the model at once. */
export async function heldWrite(
  { db, origin }: McpCall,
  { mount: { storeId }, cause, command, held, path }: HeldWrite,
): Promise<ToolAnswer> {
  const answer = await heldAnswer({ db, origin, storeId, command, cause }, held, path)
  if (answer === null) return refused('Error: The memory store is gone')
  return refused(`Proposed, waits for a person: ${answer.words}. Do not write it again.`)
}
