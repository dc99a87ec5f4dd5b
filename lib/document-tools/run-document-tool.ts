import type { Database } from '@/lib/db/database'
import { type Mount, mountNamed } from '@/lib/memory-tool/mount'
import { stoppedBy, type MemoryToolAnswer } from '@/lib/memory-tool/run-memory-command'
import { DOCUMENT_TOOLS, type DocumentToolName } from '@/lib/memory-tool/tool-effects'
import { withPolicyNotes } from '@/lib/memory-tool/policy-notes'
import { memoryAt, viewFile } from '@/lib/memory-tool/view'
import type { Cause } from '@/lib/store/model/actor'
import { editMemory, putMemory, removeMemory } from '@/lib/store/memories/change-memories'
import { getStore } from '@/lib/store/stores/read-stores'
import { StoreError } from '@/lib/store/model/problems'
import { recordShownLines, lastRead, recordRead } from '@/lib/store/reads/reads'
import { searchStore } from '@/lib/store/search/search-store'
import { humanSize } from '@/lib/text/human-size'
import { occurrences } from '@/lib/text/occurrences'
import { type DocumentToolInput, parseDocumentInput } from './document-tools'
import { documentWords } from './document-words'
import { documentsAt } from './documents'

export interface DocumentToolCall {
  mounts: readonly Mount[]
  name: DocumentToolName
  /** the model's input: any value, checked here */
  input: unknown
  cause: Cause
  /** of a write: what its memory must be like; left out: anything */
  expects?: Expects | undefined
}

/**
 * The expected content of a memory that is written; or that nobody else changed it since the actor
 * read it.
 */
export type Expects = { contentSha256: string } | 'as last read'

/** A refusal, told to the model in place of a result. */
class Refusal extends Error {}

function refuse(words: string): never {
  throw new Refusal(words)
}

/**
 * Runs one of the six tools. Never throws for a model's mistakes: those are answers with `isError`.
 */
export async function runDocumentTool(
  db: Database,
  call: DocumentToolCall,
): Promise<MemoryToolAnswer> {
  try {
    const run = (cause: Cause) => execute(db, { ...call, cause })
    return await withPolicyNotes(db, call.cause, run, (path) => path)
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

async function execute(db: Database, call: DocumentToolCall): Promise<MemoryToolAnswer> {
  switch (call.name) {
    case 'memory_list':
      return list(db, call)
    case 'memory_search':
      return search(db, call)
    case 'memory_read':
      return read(db, call)
    case 'memory_write':
      return write(db, call)
    case 'memory_edit':
      return edit(db, call)
    case 'memory_delete':
      return remove(db, call)
  }
}

const answer = (content: string, ...versionIds: string[]): MemoryToolAnswer => ({
  content,
  isError: false,
  versionIds,
})

/** The parsed input of a call, and the store that it addresses. */
function inputOf<Name extends DocumentToolName>(
  name: Name,
  call: DocumentToolCall,
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

async function list(db: Database, call: DocumentToolCall): Promise<MemoryToolAnswer> {
  const { mount, path_prefix: prefix = '/' } = inputOf('memory_list', call)
  const { documents, hasMore } = await documentsAt(db, mount.storeId, prefix, MAX_LISTED)
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
async function search(db: Database, call: DocumentToolCall): Promise<MemoryToolAnswer> {
  const { mounts } = call
  const parsed = parseDocumentInput('memory_search', call.input)
  const isOfAll = parsed.isValid && parsed.value.store === undefined && mounts.length > 1
  if (!isOfAll || mounts.length > MAX_SEARCHED) return searchOne(db, call)
  const nothing = nothingFound(parsed.value.query)
  const found: string[] = []
  for (const mount of mounts) {
    const { content } = await searchOne(db, { ...call, mounts: [mount] })
    if (content !== nothing) found.push(`In the store ${mount.name}:\n${content}`)
  }
  return answer(found.length > 0 ? found.join('\n') : nothing)
}

/** The beginning of an answer that found nothing. */
export const NOTHING_FOUND = 'No document holds '

const nothingFound = (query: string) => NOTHING_FOUND + JSON.stringify(query)

async function searchOne(db: Database, call: DocumentToolCall): Promise<MemoryToolAnswer> {
  const { mount, query } = inputOf('memory_search', call)
  const { hits, hasMore, unreadable } = await searchStore(db, {
    storeId: mount.storeId,
    query,
    limit: MAX_HITS,
    audience: 'agents',
  })
  const damaged =
    unreadable.length > 0
      ? [`[${unreadable.length} more may hold it, but cannot be read: what is stored is damaged.]`]
      : []
  if (hits.length === 0) {
    return answer([nothingFound(query), ...damaged].join('\n'))
  }
  recordShownLines(db, hits, call.cause)
  const lines = hits.flatMap(({ memory, matches }) => [
    memory.path,
    ...matches.slice(0, MAX_MATCHES).map(({ line, snippet }) => `  ${line}: ${snippet}`),
  ])
  const rest = hasMore ? [`[More than ${MAX_HITS} documents; search for something longer.]`] : []
  return answer([...lines, ...rest, ...damaged].join('\n'))
}

async function read(db: Database, call: DocumentToolCall): Promise<MemoryToolAnswer> {
  const { mount, path } = inputOf('memory_read', call)
  const memory = await memoryAt(db, mount.storeId, path)
  if (!memory) return refuse(missing(path))
  recordRead(db, { memoryId: memory.id, sequence: memory.sequence, cause: call.cause })
  const { maxViewChars } = (await getStore(db, mount.storeId)).settings
  return answer(viewFile(path, memory.content, undefined, maxViewChars))
}

async function write(db: Database, call: DocumentToolCall): Promise<MemoryToolAnswer> {
  const { mount, path, content } = inputOf('memory_write', call)
  const { storeId } = mount
  const { cause } = call
  const expectation = await expectationOf(db, call, { storeId, path })
  const { memory, change } = await putMemory(db, { storeId, path, content, cause, ...expectation })
  const words = change === 'created' ? `Created ${path}` : `Overwrote ${path}`
  return answer(words, ...(change === 'none' ? [] : [memory.versionId]))
}

async function edit(db: Database, call: DocumentToolCall): Promise<MemoryToolAnswer> {
  const { mount, path, old_str, new_str } = inputOf('memory_edit', call)
  const edited = await editMemory(db, {
    storeId: mount.storeId,
    path,
    edit: (content) => {
      const offsets = occurrences(content, old_str)
      const [at] = offsets
      if (at === undefined) return refuse(`Error: old_str does not stand in ${path}`)
      if (offsets.length > 1) {
        return refuse(`Error: old_str stands in ${path} ${offsets.length} times; make it unique`)
      }
      return content.slice(0, at) + new_str + content.slice(at + old_str.length)
    },
    cause: call.cause,
    // An edit names the text that it replaces, so an unread change elsewhere is not lost by it.
    ...(call.expects === 'as last read' ? {} : { precondition: call.expects }),
  })
  return answer(`Edited ${path}`, ...(edited.versionId === null ? [] : [edited.versionId]))
}

async function remove(db: Database, call: DocumentToolCall): Promise<MemoryToolAnswer> {
  const { mount, path } = inputOf('memory_delete', call)
  const { storeId } = mount
  const { cause } = call
  const expectation = await expectationOf(db, call, { storeId, path })
  return answer(`Deleted ${path}`, await removeMemory(db, { storeId, path, cause, ...expectation }))
}

async function expectationOf(
  db: Database,
  { expects, cause: { actor } }: DocumentToolCall,
  at: { storeId: string; path: string },
): Promise<{ precondition?: { contentSha256: string }; seen?: number }> {
  if (expects === undefined) return {}
  if (expects === 'as last read') return { seen: await lastRead(db, { ...at, actor }) }
  return { precondition: expects }
}
