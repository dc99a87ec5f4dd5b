import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { documentToolDefinition } from '@/lib/document-tools/document-tools'
import { shortText } from '@/lib/memory-tool/command'
import { customMemoryToolDefinition } from '@/lib/memory-tool/custom-tool'
import {
  DOCUMENT_TOOL_NAMES,
  DOCUMENT_TOOLS,
  type DocumentToolName,
} from '@/lib/memory-tool/tool-effects'

/** Moves a memory; the other six are those of lib/document-tools. */
export const MOVE_TOOL = 'memory_move'

export type McpToolName = DocumentToolName | typeof MOVE_TOOL

/** In the order in which clients are given them. */
const NAMES: readonly McpToolName[] = [...DOCUMENT_TOOL_NAMES, MOVE_TOOL]

export const isMcpTool = (name: string): name is McpToolName => NAMES.some((each) => each === name)

export const writes = (name: McpToolName): boolean =>
  name === MOVE_TOOL || DOCUMENT_TOOLS[name].writes

const SHA256_RULE = 'must be 64 hexadecimal digits, as memory_read answers it'

const expected_sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, SHA256_RULE)
  .optional()
  .describe('The sha256 that memory_read answered; if it changed since, nothing is written')

/** Arguments of the tools besides the fields of lib/document-tools. */
const FURTHER = {
  memory_list: z.object({
    after: shortText.optional().describe('Goes on after this path'),
  }),
  memory_search: z.object({}),
  memory_read: z.object({
    from_line: z.int().min(1).default(1).describe('Goes on at this line'),
  }),
  memory_write: z.object({ expected_sha256 }),
  memory_edit: z.object({ expected_sha256 }),
  memory_delete: z.object({ expected_sha256 }),
} satisfies Record<DocumentToolName, z.ZodType>

const MOVE = z.strictObject({
  store: shortText.optional(),
  path: shortText.describe('Of a document, or of a directory'),
  new_path: shortText,
})

type Further = typeof FURTHER

/**
 * A call's input in two parts: what is parsed here, and the rest, which lib/document-tools parses.
 * Returns the fault in words for the model if it is invalid.
 */
export function furtherInput<Name extends DocumentToolName>(
  name: Name,
  input: Readonly<Record<string, unknown>>,
): { further: z.output<Further[Name]>; rest: Record<string, unknown> } | { problem: string } {
  const parsed = FURTHER[name].safeParse(input)
  if (!parsed.success) return { problem: faultOf(parsed.error) }
  const own = Object.keys(FURTHER[name].shape)
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !own.includes(key)))
  return { further: parsed.data as z.output<Further[Name]>, rest }
}

/** The input of `memory_move`, or the fault in words for the model. */
export function moveInput(input: unknown): z.output<typeof MOVE> | { problem: string } {
  const parsed = MOVE.safeParse(input)
  return parsed.success ? parsed.data : { problem: faultOf(parsed.error) }
}

function faultOf(error: z.ZodError): string {
  const [issue] = error.issues
  const field = issue?.path.join('.')
  const problem = issue?.message ?? 'is not valid'
  return field ? `${field}: ${problem}` : problem
}

const ANNOTATIONS: Record<McpToolName, NonNullable<Tool['annotations']>> = {
  memory_list: { readOnlyHint: true },
  memory_search: { readOnlyHint: true },
  memory_read: { readOnlyHint: true },
  memory_write: { destructiveHint: true, idempotentHint: true },
  memory_edit: { destructiveHint: true, idempotentHint: false },
  memory_delete: { destructiveHint: true, idempotentHint: true },
  memory_move: { destructiveHint: false, idempotentHint: false },
}

/** Structured facts of an answer besides its text. */
const STRUCTURE: Record<McpToolName, Record<string, object>> = {
  memory_list: { next: { type: 'string' } },
  memory_search: {},
  memory_read: { sha256: { type: 'string' }, next_line: { type: 'integer' } },
  memory_write: { sha256: { type: 'string' } },
  memory_edit: { sha256: { type: 'string' } },
  memory_delete: {},
  memory_move: {},
}

interface ServedTools {
  mayWrite: boolean
  /** whether a call may have to say which store it is about */
  namesStore: boolean
}

/** The seven tools, or those of them that only read. */
export function documentTools({ mayWrite, namesStore }: ServedTools): Tool[] {
  return NAMES.filter((name) => mayWrite || !writes(name)).map((name) =>
    namesStore ? DEFINITIONS[name] : withoutStore(DEFINITIONS[name]),
  )
}

function definitionOf(name: McpToolName): Tool {
  const structure = { text: { type: 'string' }, ...STRUCTURE[name] }
  return {
    name,
    description: descriptionOf(name),
    inputSchema: inputSchemaOf(name),
    outputSchema: { type: 'object', properties: structure, required: ['text'] },
    annotations: { ...ANNOTATIONS[name], openWorldHint: false },
  }
}

function descriptionOf(name: McpToolName): string {
  if (name === MOVE_TOOL) return 'Moves a document or a directory within its memory store.'
  return documentToolDefinition(name).description
}

function inputSchemaOf(name: McpToolName): Tool['inputSchema'] {
  if (name === MOVE_TOOL) return jsonSchemaOf(MOVE)
  const { input_schema: own } = documentToolDefinition(name)
  const { properties } = jsonSchemaOf(FURTHER[name])
  return {
    ...own,
    properties: { ...(own.properties as Tool['inputSchema']['properties']), ...properties },
  }
}

function jsonSchemaOf(schema: z.ZodType): Tool['inputSchema'] {
  const { properties, required, additionalProperties } = z.toJSONSchema(schema, { io: 'input' })
  return {
    type: 'object',
    properties: properties as Tool['inputSchema']['properties'],
    ...(required ? { required } : {}),
    additionalProperties,
  }
}

function withoutStore(tool: Tool): Tool {
  const properties = { ...tool.inputSchema.properties }
  delete properties.store
  return { ...tool, inputSchema: { ...tool.inputSchema, properties } }
}

const DEFINITIONS = Object.fromEntries(NAMES.map((name) => [name, definitionOf(name)])) as Record<
  McpToolName,
  Tool
>

/**
 * The one tool with six commands, whose answers are those of the memory tool to the letter; who may
 * only read is told of the one that reads.
 */
export function memoryTool(mayWrite: boolean): Tool {
  const { name, description, input_schema: inputSchema } = customMemoryToolDefinition()
  if (mayWrite) {
    const annotations = { destructiveHint: true, openWorldHint: false }
    return { name, description, inputSchema, annotations }
  }
  const { path, view_range } = inputSchema.properties
  const command = { type: 'string', enum: ['view'] }
  return {
    name,
    description: VIEW_ONLY,
    inputSchema: { ...inputSchema, properties: { command, path, view_range } },
    annotations: { readOnlyHint: true, openWorldHint: false },
  }
}

const VIEW_ONLY = `Reads your memory: text files below /memories.

- view: lists a directory (path), or shows a file with its lines numbered (path, and view_range [first, last] for a part; -1 is the end)`
