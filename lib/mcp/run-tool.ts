import type { CallToolResult } from '@modelcontextprotocol/server'
import { documentWords } from '@/lib/document-tools/document-words'
import { MEMORY_TOOL } from '@/lib/memory-tool/tool-effects'
import { countToolCall } from '@/lib/metrics/metrics'
import { StoreError } from '@/lib/store/model/problems'
import { beginningOf, MAX_ANSWER_CHARS } from './bounded-text'
import { type McpCall, McpRefusal } from './mcp-call'
import { runDocument } from './run-document'
import { runMemory } from './run-memory'
import { runMove } from './run-move'
import { mayWrite } from './seen-stores'
import { refused, type ToolAnswer, type ToolUse } from './tool-answer'
import { isMcpTool, MOVE_TOOL, writes } from './tool-definitions'

/** Runs a tool. What it refuses is an answer with `isError`, in words for the model. */
export async function runTool(call: McpCall, use: ToolUse): Promise<CallToolResult> {
  const answer = await answerTo(call, use)
  countToolCall(isTool(use.name) ? use.name : 'unknown', answer.isError)
  return resultOf(answer, call.options.tools)
}

const isTool = (name: string) => name === MEMORY_TOOL || isMcpTool(name)

async function answerTo(call: McpCall, use: ToolUse): Promise<ToolAnswer> {
  try {
    return await run(call, use)
  } catch (error) {
    if (error instanceof McpRefusal) return refused(error.message)
    if (error instanceof StoreError) return refused(documentWords(error.problem))
    throw error
  }
}

async function run(call: McpCall, use: ToolUse): Promise<ToolAnswer> {
  const { name } = use
  if (call.options.tools === 'memory') {
    if (name !== MEMORY_TOOL) return refused(unknownTool(name))
    const isRead = use.input.command === 'view'
    return runMemory(isRead ? call : await inItsSession(call, use), use)
  }
  if (!isMcpTool(name)) return refused(unknownTool(name))
  const isWrite = writes(name)
  if (isWrite && !mayWrite(call)) return refused(READS_ONLY)
  const named = isWrite ? await inItsSession(call, use) : call
  return name === MOVE_TOOL ? runMove(named, use) : runDocument(named, { ...use, name })
}

/**
 * The call in its session: if the program names the call, that is the session that reported it
 * another way.
 */
async function inItsSession(call: McpCall, { toolUseId }: ToolUse): Promise<McpCall> {
  if (call.sessionId !== null || toolUseId === undefined) return call
  return { ...call, sessionId: await call.sessionOfCall(toolUseId) }
}

const READS_ONLY = 'Error: This key does not allow to change memories.'

const unknownTool = (name: string) => `Error: There is no tool ${beginningOf(name, 100)}`

function resultOf({ text, isError, facts, requests }: ToolAnswer, tools: 'documents' | 'memory') {
  const below = requests ? `\n\n${requests}` : ''
  const bounded = boundedText(text, MAX_ANSWER_CHARS - below.length)
  // The answer itself is the memory tool's to the letter.
  const texts = tools === 'memory' ? [bounded, ...(requests ? [requests] : [])] : [bounded + below]
  const content = texts.map((each) => ({ type: 'text' as const, text: each }))
  const result: CallToolResult = { content }
  if (isError) return { ...result, isError }
  if (tools === 'memory') return result
  return { ...result, structuredContent: { text: bounded + below, ...facts } }
}

const CUT = '\n[The rest is left out.]'

/** A last bound: tools that show much say themselves how to read on. */
function boundedText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  return beginningOf(text, maxChars - CUT.length) + CUT
}
