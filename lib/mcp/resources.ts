import {
  type CompleteRequest,
  type CompleteResult,
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { faultWords } from '@/lib/api/refusals'
import { storedFiles } from '@/lib/memory-tool/files'
import { mountNamed } from '@/lib/memory-tool/paths'
import { listMemories, type Listed } from '@/lib/store/memories'
import { recordRead } from '@/lib/store/reads'
import { jsonOf } from '@/lib/text/content'
import { memoryPathProblem } from '@/lib/text/memory-path'
import { type McpCall, type SeenStore, storesSeen } from './seen-stores'

/** Memories as resources: each has an address, is listed, completed and read. */

const MARKDOWN = 'text/markdown'

/** The addresses of memories (RFC 6570). */
const ADDRESSES = 'memory://{store}/{+path}'

export const TEMPLATE = {
  uriTemplate: ADDRESSES,
  name: 'memory',
  title: 'A memory',
  description: 'A document of a memory store, by its path',
  mimeType: MARKDOWN,
}

/** The address of a memory: `memory://notes/plans/release.md`. */
export const resourceUri = (store: string, path: string): string =>
  `memory://${store}${path.split('/').map(encodeURIComponent).join('/')}`

/** The store and the path that an address names; null: it is no address of a memory. */
function memoryOfUri(uri: string): { store: string; path: string } | null {
  const [, store = '', path = ''] = /^memory:\/\/([^/?#]+)(\/[^?#]+)$/.exec(uri) ?? []
  try {
    const at = { store: decodeURIComponent(store), path: decodeURIComponent(path) }
    return memoryPathProblem(at.path) === null ? at : null
  } catch {
    return null
  }
}

/** Longest address, cursor or value to complete, in bytes: a path whose every byte is escaped, and more. */
const MOST_BYTES = 8_192

export const invalid = (words: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, words)

/** Refuses what is longer than any address, cursor or name. `params`: by their names. */
export function refuseLong(
  params: Readonly<Record<string, string | undefined>>,
  most = MOST_BYTES,
): void {
  for (const [name, value = ''] of Object.entries(params)) {
    if (Buffer.byteLength(value) <= most) continue
    throw invalid(`${name.slice(0, 100)}: must be at most ${most} bytes long`)
  }
}

/** What fails is told without what it met, which the SDK would tell. */
const guarded =
  <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    try {
      return await work(...args)
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      throw new ProtocolError(ProtocolErrorCode.InternalError, faultWords(error))
    }
  }

const A_PAGE = 100

/** Where a page begins: a store, and the last path before it. */
const place = z.tuple([z.string(), z.string().refine((path) => !path.includes('\0'))])

const cursorAt = (storeId: string, after: string) =>
  Buffer.from(JSON.stringify([storeId, after])).toString('base64url')

function placeAt(cursor: string): z.output<typeof place> {
  const { data } = place.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()))
  if (data) return data
  throw invalid('The cursor is not one of this list.')
}

/** A page of the memories that a caller sees, store by store, by path. */
export const listResources = guarded(
  async (call: McpCall, cursor: string | undefined): Promise<ListResourcesResult> => {
    refuseLong({ cursor })
    const stores = await storesSeen(call)
    const [from, path = ''] = cursor === undefined ? [] : placeAt(cursor)
    const first = from === undefined ? 0 : stores.findIndex(({ storeId }) => storeId === from)
    if (first === -1) throw invalid('The cursor is not one of this list.')
    const resources: Resource[] = []
    for (const [at, store] of stores.slice(first).entries()) {
      const { storeId } = store
      if (resources.length >= A_PAGE) return { resources, nextCursor: cursorAt(storeId, '') }
      const after = at === 0 && path !== '' ? path : undefined
      const limit = A_PAGE - resources.length
      const { items, next } = await listMemories({ storeId, after, limit }, 'basic')
      resources.push(...(items as Listed[]).map((memory) => resourceOf(store, memory)))
      if (next !== null) return { resources, nextCursor: cursorAt(storeId, next) }
    }
    return { resources }
  },
)

const resourceOf = ({ name }: SeenStore, { path, size, updatedAt }: Listed): Resource => ({
  uri: resourceUri(name, path),
  name: path,
  mimeType: MARKDOWN,
  size,
  annotations: { lastModified: updatedAt.toISOString() },
})

/** A memory as it is. Refuses an address at which there is none that the caller sees. */
export const readResource = guarded(
  async (call: McpCall, uri: string): Promise<ReadResourceResult> => {
    refuseLong({ uri })
    const at = memoryOfUri(uri)
    const store = at && mountNamed(await storesSeen(call), at.store)
    const file = store && (await storedFiles().read({ storeId: store.storeId, path: at.path }))
    if (!file) throw invalid(`There is no memory at ${uri}`)
    recordRead(file, call.cause)
    return { contents: [{ uri, mimeType: MARKDOWN, text: file.content }] }
  },
)

/** The most values that the protocol lets one answer have. */
const MOST_VALUES = 100

/** Completes an argument of the addresses or of a prompt: with stores, and with paths in one. */
export const complete = guarded(
  async (
    call: McpCall,
    { ref, argument, context }: CompleteRequest['params'],
  ): Promise<CompleteResult> => {
    const { name, value } = argument
    refuseLong({ name, value, ...context?.arguments })
    const stores = await storesSeen(call)
    if (name === 'store') {
      return completed(
        stores.map((each) => each.name).filter((each) => each.startsWith(value.toLowerCase())),
      )
    }
    const isPath = name === 'path' && ref.type === 'ref/resource' && ref.uri === ADDRESSES
    const store = isPath ? mountNamed(stores, context?.arguments?.store ?? '') : undefined
    if (!store || value.includes('\0')) return completed([])
    const at = { storeId: store.storeId, path: `/${value.replace(/^\//, '')}` }
    const found = await storedFiles().documents(at, MOST_VALUES + 1)
    // The address has the first slash itself.
    return completed(found.map(({ path }) => path.slice(1)))
  },
)

const completed = (found: readonly string[]): CompleteResult => ({
  completion: { values: found.slice(0, MOST_VALUES), hasMore: found.length > MOST_VALUES },
})
