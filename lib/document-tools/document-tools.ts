import { z } from 'zod'
import { shortText } from '@/lib/memory-tool/command'
import type { DocumentToolName } from '@/lib/memory-tool/tool-effects'

/**
 * The inputs of the research preview's six tools (agent page, "The two tool sets"). What the
 * preview's documentation leaves open (field names, choosing a store) is our choice.
 */

const store = shortText
  .optional()
  .describe('Which memory store, by its name in the list of stores. Not needed where there is one.')

const path = shortText.describe('The path of the document, such as /notes/plan.md')

const schemas = {
  memory_list: z.strictObject({
    store,
    path_prefix: shortText
      .optional()
      .describe('Only documents whose path begins with this, such as /notes/'),
  }),
  memory_search: z.strictObject({
    store,
    query: shortText.min(1, 'must not be empty').describe('The text to look for in all documents'),
  }),
  memory_read: z.strictObject({ store, path }),
  memory_write: z.strictObject({
    store,
    path,
    content: z.string().describe('The whole text of the document'),
  }),
  memory_edit: z.strictObject({
    store,
    path,
    old_str: z
      .string()
      .min(1, 'must not be empty')
      .describe('The text to replace; it must stand in the document exactly once'),
    new_str: z.string().default('').describe('What stands there instead; nothing if left out'),
  }),
  memory_delete: z.strictObject({ store, path }),
} satisfies Record<DocumentToolName, z.ZodType>

export type DocumentToolInput<Name extends DocumentToolName> = z.output<(typeof schemas)[Name]>

const DESCRIPTIONS: Record<DocumentToolName, string> = {
  memory_list: 'Lists the documents of a memory store, with their sizes.',
  memory_search:
    'Searches the contents and paths of all documents, of all memory stores if none is named.',
  memory_read: 'Reads a document, its lines numbered.',
  memory_write: 'Creates a document, or overwrites the one at that path.',
  memory_edit: 'Replaces a text in a document.',
  memory_delete: 'Deletes a document.',
}

/** A tool as the Messages API takes it. */
export interface ToolDefinition {
  name: string
  description: string
  input_schema: { type: 'object'; [key: string]: unknown }
}

export function documentToolDefinition(name: DocumentToolName): ToolDefinition {
  const { properties, required, additionalProperties } = z.toJSONSchema(schemas[name], {
    io: 'input',
  })
  return {
    name,
    description: DESCRIPTIONS[name],
    input_schema: { type: 'object', properties, required, additionalProperties },
  }
}

/** Parses a model's input; returns the fault in words for the model if it is invalid. */
export function parseDocumentInput<Name extends DocumentToolName>(
  name: Name,
  input: unknown,
): { isValid: true; value: DocumentToolInput<Name> } | { isValid: false; problem: string } {
  const parsed = schemas[name].safeParse(input)
  if (parsed.success) return { isValid: true, value: parsed.data as DocumentToolInput<Name> }
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  const problem = issue?.message ?? 'is not valid'
  return { isValid: false, problem: field ? `${field}: ${problem}` : problem }
}
