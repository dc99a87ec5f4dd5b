import { COMMAND_NAMES, MEMORY_TOOL } from './tool-effects'

/**
 * The memory tool for servers that speak the Messages API but not `memory_20250818`: the same
 * commands, with our own description and schema.
 */
export function customMemoryToolDefinition() {
  return {
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
      type: 'object' as const,
      properties: {
        command: {
          type: 'string',
          enum: COMMAND_NAMES,
        },
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
}
