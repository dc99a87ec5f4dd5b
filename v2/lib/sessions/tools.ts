import { MEMORY_TOOL } from '@/lib/memory-tool/calls'
import type { BetaTool, BetaToolUnion } from '@anthropic-ai/sdk/resources/beta'
import { z } from 'zod'
import { COMMAND_NAMES } from '@/lib/memory-tool/commands'
import { DOCUMENT_TOOLS } from '@/lib/memory-tool/documents'
import type { AttachedStore } from './attached'
import type { ToolSet } from './settings'

/** What a model is told of its tools. A session without stores has none. */
export function toolsOf(toolSet: ToolSet, stores: readonly AttachedStore[]): BetaToolUnion[] {
  if (stores.length === 0) return []
  switch (toolSet) {
    case 'memory':
      return [{ type: 'memory_20250818', name: MEMORY_TOOL }]
    case 'memory_custom':
      return [CUSTOM_TOOL]
    case 'documents':
      return documentTools(stores.length > 1)
  }
}

/** One flat object: the API takes no alternatives at the top of a schema. */
const CUSTOM_TOOL: BetaTool = {
  type: 'custom',
  name: MEMORY_TOOL,
  description: `Reads and writes your memory: text files below /memories.

Commands:
- view: lists a directory (path), or shows a file with its lines numbered (path, and view_range [first, last] for a part; -1 is the end)
- create: makes a new file (path, file_text)
- str_replace: replaces a text that stands exactly once in a file (path, old_str, new_str)
- insert: puts text in as lines of its own after a line (path, insert_line, insert_text); 0 is before the first
- delete: deletes a file, or a directory with all below it (path)
- rename: moves a file or a directory (old_path, new_path)`,
  input_schema: {
    type: 'object',
    properties: {
      command: { type: 'string', enum: COMMAND_NAMES },
      path: { type: 'string', description: 'Begins with /memories' },
      view_range: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
      file_text: { type: 'string' },
      old_str: { type: 'string' },
      new_str: { type: 'string' },
      insert_line: { type: 'integer' },
      insert_text: { type: 'string' },
      old_path: { type: 'string' },
      new_path: { type: 'string' },
    },
    required: ['command'],
    additionalProperties: false,
  },
}

/** Fields that a session's agent is not told of: it has read what it overwrites, or is refused. */
const NOT_TOLD = 'expected_sha256'

function documentTools(hasSeveral: boolean): BetaTool[] {
  return Object.entries(DOCUMENT_TOOLS).map(([name, { description, input }]) => {
    const schema = z.toJSONSchema(input, { io: 'input' })
    const properties = { ...schema.properties }
    delete properties[NOT_TOLD]
    if (!hasSeveral) delete properties.store
    return {
      type: 'custom',
      name,
      description,
      input_schema: {
        type: 'object',
        properties,
        ...(schema.required && { required: schema.required }),
        additionalProperties: false,
      },
    }
  })
}
