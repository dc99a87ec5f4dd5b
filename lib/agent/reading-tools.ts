import { DOCUMENT_DEEDS, DOCUMENT_TOOL_NAMES } from '@/lib/document-tools/document-tools'
import type { ToolSet } from './session-settings'

/** The one name of the native tool, and of the same as a custom one. */
export const MEMORY = 'memory'

/** The tools of a tool set by which memory is read. */
export function readingTools(toolSet: ToolSet): string[] {
  if (toolSet !== 'documents') return [MEMORY]
  return DOCUMENT_TOOL_NAMES.filter((name) => DOCUMENT_DEEDS[name].shows)
}
