import {
  createMcpHandler,
  type ServerEvent,
  type ServerEventBus,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { audienceOf } from '@/lib/auth/may'
import { causeOf, log } from '@/lib/log'
import { onShutdown } from '@/lib/shutdown'
import { MAX_PARAM_BYTES } from './bounded-params'
import type { McpCall } from './mcp-call'
import { listenToMemories, type MemoryNews } from './memory-news'
import { takePlace } from './open-streams'
import { resourceUri } from './resource-uri'
import { seenStoresOf } from './seen-stores'
import { serveMcp } from './serve-mcp'

/** Addresses that one stream may name. */
const MAX_ADDRESSES = 1_000

const TOO_MUCH_NAMED = `resourceSubscriptions: must be at most ${MAX_ADDRESSES} addresses of at most ${MAX_PARAM_BYTES} characters`

const listening = z.object({
  params: z.object({
    notifications: z.object({
      resourcesListChanged: z.boolean().optional(),
      resourceSubscriptions: z.array(z.string()).default([]),
    }),
  }),
})

/** The news that a stream was asked for. */
interface Wanted {
  lists: boolean
  addresses: ReadonlySet<string>
}

/**
 * Parses a subscription; null if it asks for more than one stream serves. An invalid message asks
 * for nothing.
 */
function wantedOf(body: unknown): Wanted | null {
  const parsed = listening.safeParse(body)
  if (!parsed.success) return { lists: false, addresses: new Set() }
  const { resourcesListChanged, resourceSubscriptions } = parsed.data.params.notifications
  const isTooMuch =
    resourceSubscriptions.length > MAX_ADDRESSES ||
    resourceSubscriptions.some(({ length }) => length > MAX_PARAM_BYTES)
  if (isTooMuch) return null
  return { lists: resourcesListChanged === true, addresses: new Set(resourceSubscriptions) }
}

/**
 * News that wait for a listener who takes none. One with more is let go: it asks for the lists anew
 * when it listens again.
 */
const MAX_WAITING = 1_000

/**
 * Answers `subscriptions/listen`: a stream that tells of lists that changed and of resources that
 * the caller named, until the caller leaves or the server ends.
 */
export async function subscribe(call: McpCall, request: Request, body: unknown): Promise<Response> {
  const wanted = wantedOf(body)
  if (wanted === null) return refusal(body, 400, TOO_MUCH_NAMED)
  const place = takePlace(call)
  if ('problem' in place) return refusal(body, 429, place.problem)
  const listeners = new Set<(event: ServerEvent) => void>()
  // It outlives the request for which the store was found.
  const later = { ...call, pinned: undefined }
  const leave = await listenToMemories(call.db, audienceOf(call.caller), (news) => {
    notify(later, news, wanted, listeners).catch((error: unknown) => {
      log.error('a subscriber could not be told', causeOf(error))
    })
  }).catch((error: unknown) => {
    place.giveBack()
    throw error
  })
  const end = () => {
    place.giveBack()
    forget()
    leave()
  }
  let waiting = 0
  const bus: ServerEventBus = {
    publish: () => {},
    subscribe: (listener) => {
      const tellListener = (event: ServerEvent) => {
        if (++waiting > MAX_WAITING) void handler.close()
        else listener(event)
      }
      listeners.add(tellListener)
      return () => {
        if (listeners.delete(tellListener)) end()
      }
    },
  }
  const handler = createMcpHandler(() => serveMcp(call, { asks: false, canListen: true }), { bus })
  const forget = onShutdown(() => handler.close())
  try {
    const response = await handler.fetch(request, { parsedBody: body })
    const { body: sent, status, headers } = response
    const taking = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        waiting = Math.max(0, waiting - 1)
        controller.enqueue(chunk)
      },
    })
    return new Response(sent?.pipeThrough(taking) ?? null, { status, headers })
  } finally {
    if (listeners.size === 0) end()
  }
}

/** A refusal as the protocol words it; a stream is not even begun. */
function refusal(body: unknown, status: 400 | 429, message: string): Response {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null
  const code = status === 400 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status })
}

async function notify(
  call: McpCall,
  news: readonly MemoryNews[],
  wanted: Wanted,
  listeners: ReadonlySet<(event: ServerEvent) => void>,
): Promise<void> {
  const changed = await seenStoresOf(
    call,
    news.map(({ storeId }) => storeId),
  )
  const stores = new Map(changed.map((store) => [store.storeId, store]))
  const seen = news.filter(({ storeId }) => stores.has(storeId))
  const uris = new Set<string>()
  for (const { storeId, path } of seen) {
    const store = stores.get(storeId)
    if (!store || path === null) continue
    for (const name of [store.name, storeId]) {
      const uri = resourceUri(name, path)
      if (wanted.addresses.has(uri)) uris.add(uri)
    }
  }
  const isOfList = wanted.lists && seen.some((each) => each.isOfList)
  for (const listener of listeners) {
    if (isOfList) listener({ kind: 'resources_list_changed' })
    for (const uri of uris) listener({ kind: 'resource_updated', uri })
  }
}
