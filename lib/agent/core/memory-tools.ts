import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import type { Database } from '@/lib/db/database'
import { documentTarget } from '@/lib/document-tools/document-target'
import { documentToolDefinition } from '@/lib/document-tools/document-tools'
import { runDocumentTool, runDocumentToolOn } from '@/lib/document-tools/run-document-tool'
import { type CallTarget, commandTarget } from '@/lib/memory-tool/command-target'
import { customMemoryToolDefinition } from '@/lib/memory-tool/custom-tool'
import type { Mount } from '@/lib/memory-tool/mount'
import type { MemoryFiles } from '@/lib/memory-tool/memory-files'
import {
  type MemoryToolAnswer,
  runCommandOn,
  runMemoryCommand,
} from '@/lib/memory-tool/run-memory-command'
import {
  DOCUMENT_TOOL_NAMES,
  isDocumentTool,
  MEMORY_TOOL,
  type ToolCall,
} from '@/lib/memory-tool/tool-effects'
import type { Cause } from '@/lib/store/model/actor'
import { mountsOf } from '../mounts'
import type { AttachedStore } from '../session'
import type { ToolSet } from '../session-settings'

/** Runs a call; the model's mistakes become answers with `isError`. */
export async function runMemoryTool(
  db: Database,
  stores: readonly AttachedStore[],
  { name, input }: ToolCall,
  cause: Cause,
): Promise<MemoryToolAnswer> {
  const mounts = mountsOf(stores)
  if (isDocumentTool(name)) return runDocumentTool(db, { mounts, name, input, cause })
  if (name === MEMORY_TOOL) return runMemoryCommand(db, { mounts, command: input, cause })
  return noSuchTool(name)
}

/** The same on any files, of which nothing is recorded. */
export async function runMemoryToolOn(
  files: MemoryFiles,
  stores: readonly AttachedStore[],
  { name, input }: ToolCall,
): Promise<MemoryToolAnswer> {
  const mounts = mountsOf(stores)
  if (isDocumentTool(name)) return runDocumentToolOn(files, { mounts, name, input })
  if (name === MEMORY_TOOL) return runCommandOn(files, { mounts, command: input })
  return noSuchTool(name)
}

function noSuchTool(name: string): MemoryToolAnswer {
  return { content: `Error: There is no tool ${name}`, isError: true, versionIds: [] }
}

/**
 * The store and path that a writing call targets; null: no memory of these stores, so that it can
 * only be refused.
 */
export function callTarget({ name, input }: ToolCall, mounts: readonly Mount[]): CallTarget | null {
  if (isDocumentTool(name)) return documentTarget(name, input, mounts)
  return name === MEMORY_TOOL ? commandTarget(input, mounts) : null
}

/** A session's tools for the SDK's tool runner. A session without stores has none. */
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
      return [{ type: 'memory_20250818', name: MEMORY_TOOL, ...runs }]
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
