import { getSession } from '@/lib/agent/get-session'
import { SessionError } from '@/lib/agent/problems'
import type { MemoryListing, ShownMemory } from '@/components/session/memory/memory-listing'
import { database } from '@/lib/db/open-database'
import { documentsAt } from '@/lib/memory-tool/documents-at'
import { memoryAt } from '@/lib/memory-tool/memory-at'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'
import { StoreError } from '@/lib/store/model/problems'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string }>
}

/** Memories of one store listed in the memory panel; the store's page has all. */
const LISTED = 500

/** The current memories of a session's stores, or one of them, for the memory panel. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const search = new URL(request.url).searchParams
  const storeId = search.get('store') ?? ''
  try {
    const { stores } = await getSession(database(), sessionId)
    if (!stores.some((store) => store.storeId === storeId)) return notThere()
    const path = search.get('path')
    return Response.json(await (path === null ? listing(storeId) : shown(storeId, path)))
  } catch (error) {
    if (error instanceof SessionError || error instanceof StoreError) return notThere()
    throw error
  }
}

const notThere = () => new Response(null, { status: 404 })

async function listing(storeId: string): Promise<MemoryListing> {
  const { documents, hasMore } = await documentsAt(database(), storeId, '/', LISTED)
  return { files: documents, hasMore }
}

/** A memory without what is secret in it: the panel stands beside a conversation, unasked. */
async function shown(storeId: string, path: string): Promise<ShownMemory | null> {
  const memory = await memoryAt(database(), storeId, path)
  if (!memory) return null
  const { id: memoryId, versionId, content } = memory
  return { memoryId, versionId, path: memory.path, content: await secretsMaskedIn(content) }
}
