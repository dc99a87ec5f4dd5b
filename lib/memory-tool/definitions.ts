import { z } from 'zod'
import { MEMORY_TOOL } from './calls'
import { COMMAND_NAMES } from './commands'

/** What models are told of tools, where the server of the model does not know them. */
export interface ToolDefinition {
  name: string
  description: string
  input_schema: {
    type: 'object'
    properties: Record<string, object>
    required?: string[]
    additionalProperties: false
  }
}

/** The memory tool. One flat object: no alternatives may stand at the top of a schema. */
export const CUSTOM_MEMORY_TOOL: ToolDefinition = {
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

/** A tool of documents without the fields that its caller is not told of. */
export function definitionOf(
  name: string,
  { description, input }: { description: string; input: z.ZodObject },
  left: readonly string[],
): ToolDefinition {
  const { properties = {}, required } = z.toJSONSchema(input, { io: 'input' })
  const told = Object.entries(properties).filter(([field]) => !left.includes(field))
  return {
    name,
    description,
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(told) as Record<string, object>,
      ...(required && { required }),
      additionalProperties: false,
    },
  }
}
