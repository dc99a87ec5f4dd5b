import { requestsInAnswer } from '@/lib/context/requests-in-answer'
import { parseDocumentInput } from '@/lib/document-tools/document-tools'
import { documentsAt } from '@/lib/memory-tool/documents-at'
import type { Expects } from '@/lib/memory-tool/memory-files'
import { NOTHING_FOUND, runDocumentTool } from '@/lib/document-tools/run-document-tool'
import type { Mount } from '@/lib/memory-tool/mount'
import type { MemoryToolAnswer } from '@/lib/memory-tool/run-memory-command'
import { DOCUMENT_TOOLS, type DocumentToolName } from '@/lib/memory-tool/tool-effects'
import { memoryAt } from '@/lib/memory-tool/memory-at'
import type { HeldCommand } from '@/lib/proposals/held-command'
import { getVersion } from '@/lib/store/versions/read-versions'
import type { Cause } from '@/lib/store/model/actor'
import { recordRead } from '@/lib/store/reads/reads'
import { humanSize } from '@/lib/text/human-size'
import { fittingLines, MAX_DATA_CHARS } from './bounded-text'
import { heldWrite } from './held-write'
import { searchedStores, storeOfCall } from './in-store'
import { causeOfCall, type McpCall } from './mcp-call'
import { numberedPart } from './numbered-part'
import { outdatedAnswer } from './outdated-answer'
import { asData, refused, type ToolAnswer, type ToolUse } from './tool-answer'
import { furtherInput } from './tool-definitions'

type DocumentUse = ToolUse & { name: DocumentToolName }

/** A parsed call of one of the six tools. */
interface InStore {
  call: McpCall
  mount: Mount
  cause: Cause
}

/** Runs one of the six tools of lib/document-tools. */
export async function runDocument(call: McpCall, use: DocumentUse): Promise<ToolAnswer> {
  const { store: wanted, ...input } = use.input
  if (use.name === 'memory_search' && wanted === undefined) {
    return search(call, { mounts: await searchedStores(call), toolUseId: use.toolUseId }, input)
  }
  const mount = await storeOfCall(call, { wanted, isWrite: DOCUMENT_TOOLS[use.name].writes })
  const at: InStore = { call, mount, cause: causeOfCall(call, use.toolUseId) }
  switch (use.name) {
    case 'memory_list':
      return list(at, input)
    case 'memory_read':
      return read(at, input)
    case 'memory_search':
      return search(call, { mounts: [mount], toolUseId: use.toolUseId }, input)
    default:
      return write(at, use.name, input)
  }
}

const invalid = (problem: string) => refused(`Error: Invalid input: ${problem}`)

/** The most documents that one answer lists, if their names are short. */
const MAX_LISTED = 500

async function list({ call, mount }: InStore, input: DocumentUse['input']): Promise<ToolAnswer> {
  const taken = furtherInput('memory_list', input)
  if ('problem' in taken) return invalid(taken.problem)
  const parsed = parseDocumentInput('memory_list', taken.rest)
  if (!parsed.isValid) return invalid(parsed.problem)
  const { path_prefix: prefix = '/' } = parsed.value
  const { after } = taken.further
  const found = await documentsAt(call.db, mount.storeId, prefix, MAX_LISTED, after)
  if (found.documents.length === 0) return { text: `No documents at ${prefix}`, isError: false }
  const all = found.documents.map(({ path, size }) => `${humanSize(size)}\t${path}`)
  const { lines, isAll } = fittingLines(all, MAX_DATA_CHARS)
  const text = asData(lines.join('\n'))
  const next = found.documents[lines.length - 1]?.path
  if ((isAll && !found.hasMore) || next === undefined) return { text, isError: false }
  const more = `[There are more; to see them, list again with after ${JSON.stringify(next)}.]`
  return { text: `${text}\n${more}`, isError: false, facts: { next } }
}

async function read(
  { call, mount, cause }: InStore,
  input: DocumentUse['input'],
): Promise<ToolAnswer> {
  const taken = furtherInput('memory_read', input)
  if ('problem' in taken) return invalid(taken.problem)
  const parsed = parseDocumentInput('memory_read', taken.rest)
  if (!parsed.isValid) return invalid(parsed.problem)
  const { path } = parsed.value
  const memory = await memoryAt(call.db, mount.storeId, path)
  if (!memory) return refused(`Error: There is no document at ${path}`)
  recordRead(call.db, { memoryId: memory.id, sequence: memory.sequence, cause })
  const { from_line: from } = taken.further
  const part = numberedPart(memory.content, from, MAX_DATA_CHARS)
  if (part === null) return refused(`Error: ${path} has no line ${from}`)
  const { text, next, notes } = part
  const facts = { sha256: memory.sha256, ...(next === null ? {} : { next_line: next }) }
  const about = [`sha256 ${memory.sha256}`, ...notes]
  const requests = await requestsOn({ call, mount, cause }, { path, isWritten: false })
  return { text: `${asData(text)}\n${about.join('\n')}`, isError: false, facts, requests }
}

async function search(
  call: McpCall,
  { mounts, toolUseId }: { mounts: readonly Mount[]; toolUseId: string | undefined },
  input: DocumentUse['input'],
): Promise<ToolAnswer> {
  const cause = causeOfCall(call, toolUseId)
  const answer = await runDocumentTool(call.db, { mounts, name: 'memory_search', input, cause })
  if (answer.isError || answer.content.startsWith(NOTHING_FOUND)) {
    return { text: answer.content, isError: answer.isError }
  }
  const { lines, isAll } = fittingLines(answer.content.split('\n'), MAX_DATA_CHARS)
  const more = isAll ? '' : '\n[The rest is left out; search for something longer.]'
  return { text: asData(lines.join('\n')) + more, isError: false }
}

type WritingTool = 'memory_write' | 'memory_edit' | 'memory_delete'

async function write(
  at: InStore,
  name: WritingTool,
  input: DocumentUse['input'],
): Promise<ToolAnswer> {
  const taken = furtherInput(name, input)
  if ('problem' in taken) return invalid(taken.problem)
  const { further, rest } = taken
  const { expected_sha256: contentSha256 } = further
  const expects: Expects = contentSha256 === undefined ? 'as last read' : { contentSha256 }
  const answer = await runIn(at, name, rest, expects)
  const path = String(rest.path)
  if (answer.isOutdated) return outdatedAnswer(at.call.db, { ...at, path })
  if (answer.held) {
    const command = heldCommandOf(name, rest, at.mount)
    return heldWrite(at.call, { ...at, command, held: answer.held, path })
  }
  if (answer.isError) return refused(answer.content)
  const requests = await requestsOn(at, { path, isWritten: true })
  return { text: answer.content, isError: false, facts: await shaOf(at, answer), requests }
}

/** Words people's requests about a memory, if this caller may act on them. */
async function requestsOn(
  { call, mount: { storeId, access } }: InStore,
  memory: { path: string; isWritten: boolean },
): Promise<string | null> {
  if (access === 'read_only') return null
  return requestsInAnswer(call.db, { storeId, root: '', ...memory })
}

function runIn(
  { call, mount, cause }: InStore,
  name: DocumentToolName,
  input: unknown,
  expects?: Expects,
): Promise<MemoryToolAnswer> {
  return runDocumentTool(call.db, { mounts: [mount], name, input, cause, expects })
}

/** The hash of the memory after a write, for the caller's next one. */
async function shaOf(
  { call, mount: { storeId } }: InStore,
  { versionIds: [versionId] }: MemoryToolAnswer,
): Promise<Record<string, string>> {
  if (versionId === undefined) return {}
  const { sha256 } = await getVersion(call.db, { storeId, versionId, view: 'basic' })
  return sha256 === null ? {} : { sha256 }
}

/** The write as it is run again when a person allows it. */
function heldCommandOf(
  name: WritingTool,
  input: Record<string, unknown>,
  { name: mountName }: Mount,
): HeldCommand {
  const { path, content, old_str, new_str = '' } = input
  if (name === 'memory_write') return { kind: 'put', path: String(path), content: String(content) }
  const at = `/memories${String(path)}`
  const command =
    name === 'memory_edit'
      ? { command: 'str_replace', path: at, old_str, new_str }
      : { command: 'delete', path: at }
  return { kind: 'memory_tool', mountName, input: command }
}
