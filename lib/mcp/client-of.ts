import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { perProcess } from '@/lib/per-process'
import { plainName } from '@/lib/text/plain-text'
import type { ClientInfo } from './mcp-call'

const name = z
  .string()
  .trim()
  .min(1)
  .transform((text) => plainName(text).slice(0, 60))
const version = z
  .string()
  .trim()
  .transform((text) => plainName(text).slice(0, 40))

const clientInfo = z.object({ name, version })

const message = z.object({
  params: z.object({
    clientInfo: clientInfo.optional().catch(undefined),
    _meta: z.object({ [CLIENT_INFO_META_KEY]: clientInfo.optional().catch(undefined) }).optional(),
  }),
})

/** Identifies a caller whose messages do not name their program. */
export interface Unnamed {
  actorId: string
  userAgent: string | null
}

/** Names kept, the latest ones: each is that of one program with one key. */
const MAX_KEPT = 1_000

const named = perProcess('names of MCP clients', () => new Map<string, ClientInfo>())

/**
 * The program that sent a message. The revision of 2026-07-28 names it in each message; the older
 * one only in the first, which is remembered by key and `user-agent`. Else the `user-agent` itself.
 */
export function clientOf(body: unknown, { actorId, userAgent }: Unnamed): ClientInfo | null {
  const parsed = message.safeParse(body)
  const params = parsed.success ? parsed.data.params : undefined
  const inMessage = params?._meta?.[CLIENT_INFO_META_KEY] ?? params?.clientInfo
  const caller = `${actorId} ${userAgent ?? ''}`
  if (inMessage) {
    named.delete(caller)
    named.set(caller, inMessage)
    for (const oldest of named.keys()) {
      if (named.size <= MAX_KEPT) break
      named.delete(oldest)
    }
    return inMessage
  }
  return named.get(caller) ?? programOf(userAgent)
}

/** `name/1.2` as a program and its version. */
function programOf(userAgent: string | null): ClientInfo | null {
  const [, program, number = ''] =
    /^([^\s/;]{1,60})(?:\/([^\s;]{1,40}))?/.exec(userAgent ?? '') ?? []
  return program === undefined ? null : { name: program, version: number }
}

/** A program as it named itself; null: it did not, or not as the protocol has it. */
export function clientNamed(info: unknown): ClientInfo | null {
  const parsed = clientInfo.safeParse(info)
  return parsed.success ? parsed.data : null
}
