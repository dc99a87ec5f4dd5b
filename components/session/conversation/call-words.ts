import {
  actionOf,
  type CommandName,
  DOCUMENT_TOOLS,
  type DocumentToolName,
  MEMORY_COMMANDS,
} from '@/lib/memory-tool/tool-effects'
import { placeOfCall, type PlacedStore } from '@/lib/text/tool-place'
import type { CallEntry, CallState } from './conversation-entries'

/** A store of a session, as its calls name it. */
export interface CalledStore extends PlacedStore {
  name: string
}

/** A call's verb, a key of the texts under `Call`. */
export type CallVerb = CommandName | DocumentToolName | 'unknown'

export function verbOf(name: string, input: Readonly<Record<string, unknown>>): CallVerb {
  return actionOf({ name, input }) ?? 'unknown'
}

export const isRead = (verb: CallVerb): boolean =>
  verb !== 'unknown' && !{ ...MEMORY_COMMANDS, ...DOCUMENT_TOOLS }[verb].writes

/**
 * Returns the key of a verb's words: in the past for a call that is done, what is wanted for one that
 * waits, else as a request.
 */
export function verbKey(
  verb: CallVerb,
  state: CallState,
): CallVerb | `did_${CallVerb}` | `wants_${Wanted}` {
  if (state === 'done') return `did_${verb}`
  return state === 'waiting' ? `wants_${wantedBy(verb)}` : verb
}

/** What a call that waits would do. */
type Wanted = 'create' | 'edit' | 'insert' | 'delete' | 'rename' | 'write' | 'call'

function wantedBy(verb: CallVerb): Wanted {
  switch (verb) {
    case 'create':
    case 'insert':
    case 'delete':
    case 'rename':
      return verb
    case 'str_replace':
    case 'memory_edit':
      return 'edit'
    case 'memory_write':
      return 'write'
    case 'memory_delete':
      return 'delete'
    default:
      return 'call'
  }
}

/** Returns what a call is about in words: a path, the store for all of it, else as the agent wrote it. */
export function calledName(
  { name, input }: Pick<CallEntry, 'name' | 'input'>,
  stores: readonly CalledStore[],
): string {
  const place = placeOfCall(name, input, stores)
  if (!place) return subjectOf(input)
  return place.path === '' ? storeName(stores, place.storeId) : place.path.replace(/^\//, '')
}

export function storeName(stores: readonly CalledStore[], storeId: string): string {
  return stores.find((store) => store.storeId === storeId)?.name ?? ''
}

/** Returns the subject of a call, such as a path, as the agent wrote it. */
export function subjectOf(input: Readonly<Record<string, unknown>>): string {
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : null)
  const [from, to] = [text('old_path'), text('new_path')]
  if (from !== null || to !== null) return [from, to].filter(Boolean).join(' → ')
  return text('path') ?? text('query') ?? text('path_prefix') ?? ''
}
