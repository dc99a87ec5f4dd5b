import type { Database } from '@/lib/db/database'
import type { Expects, FileAddress, MemoryFiles } from '@/lib/memory-tool/memory-files'
import { type Mount, mountNamed } from '@/lib/memory-tool/mount'
import { stoppedBy, type MemoryToolAnswer } from '@/lib/memory-tool/run-memory-command'
import { DOCUMENT_TOOLS, type DocumentToolName } from '@/lib/memory-tool/tool-effects'
import { withPolicyNotes } from '@/lib/memory-tool/policy-notes'
import { storedFiles } from '@/lib/memory-tool/stored-files'
import { viewFile } from '@/lib/memory-tool/view'
import type { Cause } from '@/lib/store/model/actor'
import { StoreError } from '@/lib/store/model/problems'
import { humanSize } from '@/lib/text/human-size'
import { occurrences } from '@/lib/text/occurrences'
import { type DocumentToolInput, parseDocumentInput } from './document-tools'
import { documentWords } from './document-words'

export interface DocumentToolCall {
  mounts: readonly Mount[]
  name: DocumentToolName
  /** the model's input: any value, checked here */
  input: unknown
  cause: Cause
  /** of a write: what its memory must be like; left out: anything */
  expects?: Expects | undefined
}

/** A refusal, told to the model in place of a result. */
class Refusal extends Error {}

function refuse(words: string): never {
  throw new Refusal(words)
}

/**
 * Runs one of the six tools on stores. Never throws for a model's mistakes: those are answers with
 * `isError`.
 */
export async function runDocumentTool(
  db: Database,
  { cause, ...call }: DocumentToolCall,
): Promise<MemoryToolAnswer> {
  const run = (written: Cause) => runDocumentToolOn(storedFiles(db, written), call)
  return withPolicyNotes(db, cause, run, (path) => path)
}

type FilesCall = Omit<DocumentToolCall, 'cause'>

/** Runs one of the six tools on any files. Never throws for a model's mistakes. */
export async function runDocumentToolOn(
  files: MemoryFiles,
  call: FilesCall,
): Promise<MemoryToolAnswer> {
  try {
    return await execute(files, call)
  } catch (error) {
    if (error instanceof Refusal) return { content: error.message, isError: true, versionIds: [] }
    if (error instanceof StoreError) {
      const { problem } = error
      return {
        content: documentWords(problem),
        isError: true,
        versionIds: [],
        ...stoppedBy(problem),
      }
    }
    throw error
  }
}

async function execute(files: MemoryFiles, call: FilesCall): Promise<MemoryToolAnswer> {
  switch (call.name) {
    case 'memory_list':
      return list(files, call)
    case 'memory_search':
      return search(files, call)
    case 'memory_read':
      return read(files, call)
    case 'memory_write':
      return write(files, call)
    case 'memory_edit':
      return edit(files, call)
    case 'memory_delete':
      return remove(files, call)
  }
}

const answer = (content: string, versionIds: string[] = []): MemoryToolAnswer => ({
  content,
  isError: false,
  versionIds,
})

/** The parsed input of a call, and the store that it addresses. */
function inputOf<Name extends DocumentToolName>(
  name: Name,
  call: FilesCall,
): DocumentToolInput<Name> & { mount: Mount } {
  const parsed = parseDocumentInput(name, call.input)
  if (!parsed.isValid) return refuse(`Error: Invalid input: ${parsed.problem}`)
  const mount = mountOf(call.mounts, parsed.value.store)
  if (DOCUMENT_TOOLS[name].writes && mount.access === 'read_only') {
    refuse(`Error: The memory store ${mount.name} is read-only`)
  }
  return { ...parsed.value, mount }
}

function mountOf(mounts: readonly Mount[], wanted: string | undefined): Mount {
  const [only, ...others] = mounts
  if (!only) return refuse('Error: No memory store is attached')
  if (wanted === undefined && others.length === 0) return only
  const found = wanted === undefined ? null : mountNamed(mounts, wanted)
  if (found) return found
  const names = mounts.map(({ name }) => name).join(', ')
  return refuse(
    wanted === undefined
      ? `Error: Say which store; the stores are ${names}`
      : `Error: There is no memory store ${wanted}; the stores are ${names}`,
  )
}

const missing = (path: string) => `Error: There is no document at ${path}`

/** The most documents that one answer lists; past these it only says that there are more. */
const MAX_LISTED = 500

async function list(files: MemoryFiles, call: FilesCall): Promise<MemoryToolAnswer> {
  const { mount, path_prefix: prefix = '/' } = inputOf('memory_list', call)
  const { documents, hasMore } = await files.documents(mount.storeId, prefix, MAX_LISTED)
  if (documents.length === 0) return answer(`No documents at ${prefix}`)
  const lines = documents.map(({ path, size }) => `${humanSize(size)}\t${path}`)
  const rest = hasMore ? [`[More than ${MAX_LISTED} documents; give a longer path_prefix.]`] : []
  return answer([...lines, ...rest].join('\n'))
}

const MAX_HITS = 20
const MAX_MATCHES = 3

/** Stores that are searched together; beyond these one is to be named. */
export const MAX_SEARCHED = 50

/** Searches the named store, or all of them. */
async function search(files: MemoryFiles, call: FilesCall): Promise<MemoryToolAnswer> {
  const { mounts } = call
  const parsed = parseDocumentInput('memory_search', call.input)
  const isOfAll = parsed.isValid && parsed.value.store === undefined && mounts.length > 1
  if (!isOfAll || mounts.length > MAX_SEARCHED) return searchOne(files, call)
  const nothing = nothingFound(parsed.value.query)
  const found: string[] = []
  for (const mount of mounts) {
    const { content } = await searchOne(files, { ...call, mounts: [mount] })
    if (content !== nothing) found.push(`In the store ${mount.name}:\n${content}`)
  }
  return answer(found.length > 0 ? found.join('\n') : nothing)
}

/** The beginning of an answer that found nothing. */
export const NOTHING_FOUND = 'No document holds '

const nothingFound = (query: string) => NOTHING_FOUND + JSON.stringify(query)

async function searchOne(files: MemoryFiles, call: FilesCall): Promise<MemoryToolAnswer> {
  const { mount, query } = inputOf('memory_search', call)
  const { hits, hasMore, unreadableCount } = await files.search(mount.storeId, query, MAX_HITS)
  const damaged =
    unreadableCount > 0
      ? [`[${unreadableCount} more may hold it, but cannot be read: what is stored is damaged.]`]
      : []
  if (hits.length === 0) {
    return answer([nothingFound(query), ...damaged].join('\n'))
  }
  const lines = hits.flatMap(({ path, matches }) => [
    path,
    ...matches.slice(0, MAX_MATCHES).map(({ line, snippet }) => `  ${line}: ${snippet}`),
  ])
  const rest = hasMore ? [`[More than ${MAX_HITS} documents; search for something longer.]`] : []
  return answer([...lines, ...rest, ...damaged].join('\n'))
}

async function read(files: MemoryFiles, call: FilesCall): Promise<MemoryToolAnswer> {
  const { mount, path } = inputOf('memory_read', call)
  const found = await files.read(addressOf(mount, path))
  if (!found) return refuse(missing(path))
  return answer(viewFile(path, found.content, undefined, found.maxViewChars))
}

function addressOf({ storeId }: Mount, path: string): FileAddress {
  return { storeId, path }
}

async function write(files: MemoryFiles, call: FilesCall): Promise<MemoryToolAnswer> {
  const { mount, path, content } = inputOf('memory_write', call)
  const { change, versionIds } = await files.put(addressOf(mount, path), content, call.expects)
  return answer(change === 'created' ? `Created ${path}` : `Overwrote ${path}`, versionIds)
}

async function edit(files: MemoryFiles, call: FilesCall): Promise<MemoryToolAnswer> {
  const { mount, path, old_str, new_str } = inputOf('memory_edit', call)
  const replace = (content: string) => {
    const offsets = occurrences(content, old_str)
    const [at] = offsets
    if (at === undefined) return refuse(`Error: old_str does not stand in ${path}`)
    if (offsets.length > 1) {
      return refuse(`Error: old_str stands in ${path} ${offsets.length} times; make it unique`)
    }
    return content.slice(0, at) + new_str + content.slice(at + old_str.length)
  }
  const versionIds = await files.edit(addressOf(mount, path), replace, call.expects)
  return answer(`Edited ${path}`, versionIds)
}

async function remove(files: MemoryFiles, call: FilesCall): Promise<MemoryToolAnswer> {
  const { mount, path } = inputOf('memory_delete', call)
  return answer(`Deleted ${path}`, await files.removeFile(addressOf(mount, path), call.expects))
}
