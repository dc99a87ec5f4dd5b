import { DOCUMENT_TOOL_NAMES, DOCUMENT_TOOLS, MEMORY_TOOL } from '@/lib/memory-tool/tool-effects'
import type { ToolSet } from './session-settings'

/** The tools of a tool set that read memory. */
export function readingTools(toolSet: ToolSet): string[] {
  if (toolSet !== 'documents') return [MEMORY_TOOL]
  return DOCUMENT_TOOL_NAMES.filter((name) => DOCUMENT_TOOLS[name].shows)
}
