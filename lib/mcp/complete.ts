import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server'
import { documentsAt } from '@/lib/memory-tool/documents-at'
import { type McpCall, McpRefusal } from './mcp-call'
import { RESOURCE_TEMPLATE } from './resource-uri'
import { seenStores, storeNamed } from './seen-stores'

/** The most values that the protocol lets one answer have. */
const MAX_VALUES = 100

/** Completes an argument of the template or of a prompt: with stores, and paths in them. */
export async function complete(
  call: McpCall,
  { ref, argument, context }: CompleteRequest['params'],
): Promise<CompleteResult> {
  if (argument.name === 'store') return storesBeginning(call, argument.value)
  const isPath = argument.name === 'path' && ref.type === 'ref/resource'
  const store = context?.arguments?.store
  if (isPath && ref.uri === RESOURCE_TEMPLATE && store !== undefined) {
    return pathsBeginning(call, store, argument.value)
  }
  return { completion: { values: [] } }
}

async function storesBeginning(call: McpCall, beginning: string): Promise<CompleteResult> {
  const names = (await seenStores(call)).map(({ name }) => name)
  const fitting = names.filter((name) => name.startsWith(beginning.toLowerCase()))
  return {
    completion: {
      values: fitting.slice(0, MAX_VALUES),
      total: fitting.length,
      hasMore: fitting.length > MAX_VALUES,
    },
  }
}

async function pathsBeginning(
  call: McpCall,
  wanted: string,
  beginning: string,
): Promise<CompleteResult> {
  try {
    const { storeId } = await storeNamed(call, wanted)
    const { documents, hasMore } = await documentsAt(call.db, storeId, beginning, MAX_VALUES)
    // The template has the first slash itself.
    return { completion: { values: documents.map(({ path }) => path.slice(1)), hasMore } }
  } catch (error) {
    if (error instanceof McpRefusal) return { completion: { values: [] } }
    throw error
  }
}
