import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { faultWords } from '@/lib/api/refusals'
import { saidBelow } from '@/lib/held/said-below'
import { MEMORY_TOOL } from '@/lib/memory-tool/calls'
import { CUSTOM_MEMORY_TOOL, definitionOf } from '@/lib/memory-tool/definitions'
import {
  DOCUMENT_TOOLS,
  type DocumentAnswer,
  isDocumentTool,
  MOVE_TOOL,
  runDocument,
  runMove,
} from '@/lib/memory-tool/documents'
import { type Mount, mountNamed, parseToolPath, toolPathOf } from '@/lib/memory-tool/paths'
import { runCommand } from '@/lib/memory-tool/run'
import { failed, ToolRefusal } from '@/lib/memory-tool/words'
import { countToolCall } from '@/lib/metrics/metrics'
import { type McpCall, mayWrite, mountsOfCall } from './seen-stores'

const MOVE = 'memory_move'

/** In the order in which clients are given them. */
const TOOLS = { ...DOCUMENT_TOOLS, [MOVE]: MOVE_TOOL }

const HINTS: Partial<Record<keyof typeof TOOLS, Tool['annotations']>> = {
  memory_write: { destructiveHint: true, idempotentHint: true },
  memory_edit: { destructiveHint: true, idempotentHint: false },
  memory_delete: { destructiveHint: true, idempotentHint: true },
  memory_move: { destructiveHint: false, idempotentHint: false },
}

/** The tools that a caller is offered: seven, of them those that read, or the one with six commands. */
export function toolsFor(call: McpCall): Tool[] {
  if (call.options.tools === 'memory') return [memoryTool(mayWrite(call))]
  const left = call.options.store === null ? [] : ['store']
  return Object.entries(TOOLS)
    .filter(([, { writes }]) => mayWrite(call) || !writes)
    .map(([name, tool]) => {
      const { input_schema: inputSchema, ...definition } = definitionOf(name, tool, left)
      const hints = HINTS[name as keyof typeof TOOLS] ?? { readOnlyHint: true }
      return { ...definition, inputSchema, annotations: { ...hints, openWorldHint: false } } as Tool
    })
}

const VIEW_ALONE = `Reads your memory: text files below /memories.

- view: lists a directory (path), or shows a file with its lines numbered (path, and view_range [first, last] for a part; -1 is the end)`

/** Who may only read is told of the command that reads. */
function memoryTool(writes: boolean): Tool {
  const { name, description, input_schema: schema } = CUSTOM_MEMORY_TOOL
  const annotations = { readOnlyHint: !writes, openWorldHint: false }
  if (writes) return { name, description, inputSchema: schema, annotations } as Tool
  const { path, view_range } = schema.properties
  const properties = { command: { type: 'string', enum: ['view'] }, path, view_range }
  const inputSchema = { ...schema, properties }
  return { name, description: VIEW_ALONE, inputSchema, annotations } as Tool
}

interface Use {
  name: string
  input: Record<string, unknown>
}

/**
 * Runs a tool. What it refuses, and what we cannot do, is an answer with `isError`, in words for
 * the model; what people decided and ask for stands below, as a text of its own where answers are the memory
 * tool's to the letter.
 */
export async function runTool(call: McpCall, use: Use): Promise<CallToolResult> {
  try {
    return await ran(call, use)
  } catch (error) {
    return { content: [{ type: 'text', text: `Error: ${faultWords(error)}` }], isError: true }
  }
}

async function ran(call: McpCall, use: Use): Promise<CallToolResult> {
  const mounts = await mountsOfCall(call, storesIn(use.input))
  const answer = await answerTo(call, use, mounts)
  countToolCall(use.name, answer.isError)
  const text = textOf(answer)
  const at = placeOf(call, use, mounts)
  const isAsked = at?.mount.isReadOnly === false && !answer.isError
  const place = at && { ...at, storeId: at.mount.storeId }
  // The call is done, whatever becomes of this.
  const said = await (place && saidBelow(place, call.cause, isAsked))?.catch(() => null)
  const below = said?.join('\n').trim() ?? ''
  const isMemory = call.options.tools === 'memory'
  const texts = below === '' ? [text] : isMemory ? [text, below] : [`${text}\n\n${below}`]
  const content = texts.map((each) => ({ type: 'text' as const, text: each }))
  return { content, ...(answer.isError && { isError: true }) }
}

/** What a call says of the stores that it is about: by name, or in its paths. */
function storesIn({ store, path, old_path, new_path }: Use['input']): string[] {
  if (typeof store === 'string') return [store]
  return [path, old_path, new_path].flatMap((each) => {
    const mount = typeof each === 'string' ? /^\/memories\/([^/]+)/.exec(each)?.[1] : undefined
    return mount ?? []
  })
}

async function answerTo(
  call: McpCall,
  { name, input }: Use,
  mounts: readonly Mount[],
): Promise<DocumentAnswer> {
  const { cause, options } = call
  const isMemory = options.tools === 'memory'
  if (isMemory && name === MEMORY_TOOL) return runCommand({ mounts, command: input }, cause)
  if (!isMemory && name === MOVE) return runMove({ mounts, input }, cause)
  if (isMemory || !isDocumentTool(name)) {
    return failed(`Error: There is no tool ${name.slice(0, 100)}`)
  }
  const answer = await runDocument({ mounts, name, input }, cause)
  const { sha256 } = answer.facts ?? {}
  // Who names no session sends it with its next write: nothing else tells it from others.
  const isWritten = DOCUMENT_TOOLS[name].writes && !answer.isError && sha256 !== undefined
  return isWritten ? { ...answer, content: `${answer.content}\nsha256 ${sha256}` } : answer
}

/** A held write is answered at once: nobody here can wait for a person. */
const textOf = ({ content, isHeld }: DocumentAnswer) =>
  isHeld ? `Proposed, waits for a person: ${content}. Do not write it again.` : content

/** The place that a call is about, as its caller writes it; null: none, or that cannot be told. */
function placeOf(call: McpCall, { input }: Use, mounts: readonly Mount[]) {
  const { store, path, new_path } = input
  const about = new_path ?? path
  if (call.options.tools === 'memory')
    return typeof about === 'string' ? toolPlace(about, mounts) : null
  const [only, ...others] = mounts
  const mount = typeof store === 'string' ? mountNamed(mounts, store) : only
  if (!mount || (typeof store !== 'string' && others.length > 0)) return null
  return { mount, path: typeof about === 'string' ? about : '', root: '' }
}

function toolPlace(about: string, mounts: readonly Mount[]) {
  try {
    const at = parseToolPath(about, mounts)
    if (at.kind !== 'in_store') return null
    return { mount: at.mount, path: at.path, root: toolPathOf(at, '') }
  } catch (error) {
    if (error instanceof ToolRefusal) return null
    throw error
  }
}
