import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { memoryAt } from '@/lib/memory-tool/memory-at'
import { listMemories } from '@/lib/store/memories/read-memories'
import type { Memory } from '@/lib/store/model/memory'
import { recordRead } from '@/lib/store/reads/reads'
import { causeOfCall, type McpCall, McpRefusal, type SeenStore } from './mcp-call'
import { memoryOfUri, RESOURCE_TEMPLATE, resourceUri } from './resource-uri'
import { seenStores, storeNamed } from './seen-stores'

const MARKDOWN = 'text/markdown'

export const TEMPLATE: ResourceTemplateType = {
  uriTemplate: RESOURCE_TEMPLATE,
  name: 'memory',
  title: 'A memory',
  description: 'A document of a memory store, by its path',
  mimeType: MARKDOWN,
}

/** Resources that a page of their list has. */
const PAGE = 100

/** The memories that a caller sees, store by store, by path. Refuses a cursor that is none. */
export async function listResources(
  call: McpCall,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const from = cursor === undefined ? null : placeOf(cursor)
  const stores = storesFrom(call, from?.storeId ?? null)
  let { value: store } = await stores.next()
  if (from && store?.storeId !== from.storeId) throw invalidCursor()
  const resources: Resource[] = []
  for (let after = from?.after ?? undefined; store; after = undefined) {
    const { storeId } = store
    const { entries, next } = await listMemories(call.db, {
      storeId,
      directory: '',
      depth: 'all',
      audience: 'agents',
      limit: PAGE - resources.length,
      after,
    })
    for (const entry of entries) {
      if (entry.type === 'memory') resources.push(resourceOf(store, entry.memory))
    }
    if (next !== null) return { resources, nextCursor: cursorAt({ storeId, after: next }) }
    store = (await stores.next()).value
    if (resources.length >= PAGE && store) {
      return { resources, nextCursor: cursorAt({ storeId: store.storeId, after: null }) }
    }
  }
  return { resources }
}

/** Stores read at once. */
const STORES_PER_READ = 100

/** The stores that a caller is served, the oldest first, from one on. */
async function* storesFrom(
  call: McpCall,
  from: string | null,
): AsyncGenerator<SeenStore, undefined> {
  let stores = await seenStores(call, { from, limit: STORES_PER_READ })
  yield* stores
  while (stores.length === STORES_PER_READ) {
    const last = stores.at(-1)?.storeId ?? null
    // The last one is read again as the first.
    stores = await seenStores(call, { from: last, limit: STORES_PER_READ })
    yield* stores.slice(1)
  }
}

function resourceOf({ name }: SeenStore, { path, size, updatedAt }: Memory): Resource {
  return {
    uri: resourceUri(name, path),
    name: path,
    mimeType: MARKDOWN,
    size,
    annotations: { lastModified: new Date(updatedAt).toISOString() },
  }
}

/** The position at which the next page begins. */
const place = z.tuple([z.string(), z.string().nullable()])

function cursorAt({ storeId, after }: { storeId: string; after: string | null }): string {
  return Buffer.from(JSON.stringify([storeId, after])).toString('base64url')
}

function placeOf(cursor: string): { storeId: string; after: string | null } {
  try {
    const text = Buffer.from(cursor, 'base64url').toString('utf8')
    const [storeId, after] = place.parse(JSON.parse(text))
    return { storeId, after }
  } catch {
    throw invalidCursor()
  }
}

const invalidCursor = () =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one of this list.')

/** A memory as it is. Refuses an address at which there is none that the caller sees. */
export async function readResource(call: McpCall, uri: string): Promise<ReadResourceResult> {
  const found = await memoryAtUri(call, uri)
  if (!found)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no memory at ${uri}`)
  const { id: memoryId, sequence, content } = found
  recordRead(call.db, { memoryId, sequence, cause: causeOfCall(call, undefined) })
  return { contents: [{ uri, mimeType: MARKDOWN, text: content }] }
}

async function memoryAtUri(call: McpCall, uri: string) {
  const named = memoryOfUri(uri)
  if (!named) return null
  try {
    const { storeId } = await storeNamed(call, named.store)
    await call.accessInSession(storeId, false)
    return await memoryAt(call.db, storeId, named.path)
  } catch (error) {
    if (error instanceof McpRefusal) return null
    throw error
  }
}
