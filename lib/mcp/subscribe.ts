import {
  createMcpHandler,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import { audienceOf } from '@/lib/auth/may'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { onShutdown } from '@/lib/shutdown'
import type { McpCall } from './mcp-call'
import { listenToMemories, type MemoryNews } from './memory-news'
import { resourceUri } from './resource-uri'
import { seenStores } from './seen-stores'
import { serveMcp } from './serve-mcp'

/** Streams that one key, or all callers without one together, may have open. */
const MOST_STREAMS = 64

/** By key. */
const openStreams = perProcess('streams of MCP', () => new Map<string, number>())

/**
 * Answers `subscriptions/listen`: a stream that tells of lists that changed and of resources that
 * the caller named, until the caller leaves or the server ends.
 */
export async function subscribe(call: McpCall, request: Request, body: unknown): Promise<Response> {
  const holder = call.caller.keyId ?? ''
  const isFull = (openStreams.get(holder) ?? 0) >= MOST_STREAMS
  const listeners = new Set<(event: ServerEvent) => void>()
  const leave = await listenToMemories(call.db, audienceOf(call.caller), (news) => {
    tell(call, news, listeners).catch((error: unknown) => {
      log.error('a subscriber could not be told', causeOf(error))
    })
  })
  let isOpen = false
  const end = () => {
    if (isOpen) openStreams.set(holder, (openStreams.get(holder) ?? 1) - 1)
    isOpen = false
    forget()
    leave()
  }
  const bus: ServerEventBus = {
    publish: () => {},
    subscribe: (listener) => {
      isOpen = true
      openStreams.set(holder, (openStreams.get(holder) ?? 0) + 1)
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener)) end()
      }
    },
  }
  const handler = createMcpHandler(() => serveMcp(call, { asks: false, canListen: true }), {
    bus,
    maxSubscriptions: isFull ? 0 : 1,
  })
  const forget = onShutdown(() => handler.close())
  const response = await handler.fetch(request, { parsedBody: body })
  if (!isOpen) end()
  return response
}

async function tell(
  call: McpCall,
  news: readonly MemoryNews[],
  listeners: ReadonlySet<(event: ServerEvent) => void>,
): Promise<void> {
  const stores = new Map((await seenStores(call)).map((store) => [store.storeId, store]))
  const seen = news.filter(({ storeId }) => stores.has(storeId))
  const uris = new Set<string>()
  for (const { storeId, path } of seen) {
    const store = stores.get(storeId)
    if (!store || path === null) continue
    for (const name of [store.name, storeId]) uris.add(resourceUri(name, path))
  }
  for (const listener of listeners) {
    if (seen.some(({ isOfList }) => isOfList)) listener({ kind: 'resources_list_changed' })
    for (const uri of uris) listener({ kind: 'resource_updated', uri })
  }
}
