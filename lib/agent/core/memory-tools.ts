import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import type { Database } from '@/lib/db/database'
import {
  DOCUMENT_DEEDS,
  DOCUMENT_TOOL_NAMES,
  documentToolDefinition,
  isDocumentTool,
} from '@/lib/document-tools/document-tools'
import { runDocumentTool } from '@/lib/document-tools/run-document-tool'
import { type Deed, deedOfCommand } from '@/lib/memory-tool/deed'
import { customMemoryToolDefinition } from '@/lib/memory-tool/custom-tool'
import type { Mount } from '@/lib/memory-tool/mount'
import { type MemoryToolAnswer, runMemoryCommand } from '@/lib/memory-tool/run-memory-command'
import type { Cause } from '@/lib/store/model/actor'
import type { AttachedStore } from '../session'
import { MEMORY } from '../reading-tools'
import type { ToolSet } from '../session-settings'

export interface ToolCall {
  name: string
  input: unknown
}

/** A tool that there is not: nothing is done, and nobody knows what its answer would show. */
const UNKNOWN: Deed = { writes: false, shows: true }

/**
 * What a call does: one that would write may have to wait for a person, the answer of one that shows
 * memory is told to be data.
 */
export function deedOf({ name, input }: ToolCall): Deed {
  if (isDocumentTool(name)) return DOCUMENT_DEEDS[name]
  return name === MEMORY ? deedOfCommand(input) : UNKNOWN
}

function mountsOf(stores: readonly AttachedStore[]): Mount[] {
  return stores.map(({ storeId, mountName, access }) => ({ storeId, name: mountName, access }))
}

/** Carries a call out; what the model did wrong is an answer with `isError`. */
export async function runMemoryTool(
  db: Database,
  stores: readonly AttachedStore[],
  { name, input }: ToolCall,
  cause: Cause,
): Promise<MemoryToolAnswer> {
  const mounts = mountsOf(stores)
  if (isDocumentTool(name)) return runDocumentTool(db, { mounts, name, input, cause })
  if (name === MEMORY) return runMemoryCommand(db, { mounts, command: input, cause })
  return { content: `Error: There is no tool ${name}`, isError: true, versionIds: [] }
}

/** The tools of a session for the SDK's tool runner. A session without stores has none. */
export function runnableTools(
  toolSet: ToolSet,
  hasStores: boolean,
  run: (modelToolUseId: string) => Promise<string>,
): BetaRunnableTool[] {
  if (!hasStores) return []
  const runs = {
    parse: (input: unknown) => input,
    run: async (_: unknown, context?: { toolUse: { id: string } }) =>
      run(context?.toolUse.id ?? ''),
  }
  switch (toolSet) {
    case 'memory':
      return [{ type: 'memory_20250818', name: MEMORY, ...runs }]
    case 'memory_custom':
      return [{ type: 'custom', ...customMemoryToolDefinition(), ...runs }]
    case 'documents':
      return DOCUMENT_TOOL_NAMES.map((name) => ({
        type: 'custom',
        ...documentToolDefinition(name),
        ...runs,
      }))
  }
}
