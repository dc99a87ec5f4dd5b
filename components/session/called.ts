import { nameOf } from '@/components/tree/listing'
import type { AttachedStore } from '@/lib/sessions/attached'
import type { EntryOf, Entry, WrittenVersion } from '@/lib/sessions/entries'

/** What a call of an agent is about, read from what the agent sent. */

/** More memories of one call than these are counted. */
export const MOST_SHOWN = 20

export type CallOf = EntryOf<'call'>

/** A store of a session, as its calls name it. */
export type CalledStore = Pick<AttachedStore, 'storeId' | 'name' | 'mountName'>

const COMMANDS = {
  view: 'view',
  create: 'create',
  str_replace: 'edit',
  insert: 'insert',
  delete: 'delete',
  rename: 'rename',
} as const

const DOCUMENTS = {
  memory_list: 'list',
  memory_search: 'search',
  memory_read: 'view',
  memory_write: 'write',
  memory_edit: 'edit',
  memory_delete: 'delete',
} as const

/** `call`: a tool that there is not, or a command that is none. */
export type Verb =
  | (typeof COMMANDS)[keyof typeof COMMANDS]
  | (typeof DOCUMENTS)[keyof typeof DOCUMENTS]
  | 'call'

/** `path` is '' for all of the store. */
export interface Place {
  storeId: string
  path: string
}

export interface Called {
  verb: Verb
  isRead: boolean
  /** where; of a rename where it goes. Null: no memory of the session's stores */
  place: Place | null
  /** of a rename: the path before */
  from: string | null
  /** what it names in the agent's words: a path, or the text that is looked for */
  subject: string
}

/** The fields of an input that say what a call is about. */
const ABOUT = ['command', 'path', 'old_path', 'new_path', 'path_prefix', 'store', 'query']

/** Of an input what `calledOf` reads. */
export const aboutOf = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => ABOUT.includes(name)))

type Sent = Pick<CallOf, 'name' | 'input'>

/** Total: whatever an agent sends, it is about something. */
export function calledOf({ name, input }: Sent, stores: readonly CalledStore[]): Called {
  const text = (field: string) => {
    const value = input[field]
    return typeof value === 'string' ? value : null
  }
  const verb = verbOf(name, text('command'))
  const isRead = verb === 'view' || verb === 'list' || verb === 'search'
  const path = text('new_path') ?? text('path') ?? text('path_prefix')
  const place = Object.hasOwn(DOCUMENTS, name)
    ? placeOfDocument(path ?? '', text('store'), stores)
    : placeInTool(path ?? '', stores)
  const from = verb === 'rename' ? placeInTool(text('old_path') ?? '', stores) : null
  const words = text('query') ?? path
  return { verb, isRead, place, from: from?.path ?? null, subject: words ?? name }
}

function verbOf(name: string, command: string | null): Verb {
  if (isKey(DOCUMENTS, name)) return DOCUMENTS[name]
  const isCommand = name === 'memory' && command !== null && isKey(COMMANDS, command)
  return isCommand ? COMMANDS[command] : 'call'
}

const isKey = <T extends object>(of: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(of, key)

const ROOT = '/memories'

/** A path of the memory tool: below `/memories`, and there below the store's name where there are several. */
function placeInTool(raw: string, stores: readonly CalledStore[]): Place | null {
  const shown = raw.length > 1 && raw.endsWith('/') ? raw.slice(0, -1) : raw
  if (shown !== ROOT && !shown.startsWith(`${ROOT}/`)) return null
  const rest = shown.slice(ROOT.length)
  const [only, ...others] = stores
  if (only && others.length === 0) return { storeId: only.storeId, path: rest }
  const store = stores.find(({ mountName }) => `${rest}/`.startsWith(`/${mountName}/`))
  return store ? { storeId: store.storeId, path: rest.slice(store.mountName.length + 1) } : null
}

function placeOfDocument(
  path: string,
  named: string | null,
  stores: readonly CalledStore[],
): Place | null {
  const [only, ...others] = stores
  const isNamed = (store: CalledStore) =>
    [store.storeId, store.mountName, store.name].some((each) => each === named)
  const store = named === null && others.length === 0 ? only : stores.find(isNamed)
  return store ? { storeId: store.storeId, path: path === '/' ? '' : path } : null
}

/** The name of a store as people know it. */
export const storeName = (stores: readonly CalledStore[], storeId: string): string =>
  stores.find((store) => store.storeId === storeId)?.name ?? ''

/** What a call reads, in a word. */
export function placeName(call: Sent, stores: readonly CalledStore[]): string {
  const { verb, place, subject } = calledOf(call, stores)
  if (verb === 'search') return `“${subject}”`
  if (place?.path === '') return storeName(stores, place.storeId)
  return nameOf(place?.path ?? subject)
}

/** What became of a memory in a session: `waits` and `written` are not undone by a later read. */
export interface Touched extends Place {
  state: 'waits' | 'written' | 'read'
  /** the call that waits, or touched it last */
  callId: string
  /** its held write, where it waits or waited */
  heldId: string | null
  /** that was written last, where one call wrote nothing else */
  version: WrittenVersion | null
}

export const placeKey = ({ storeId, path }: Place) => `${storeId} ${path}`

/** The memories that calls read and wrote, the one touched last first; `earlier`: before these calls. */
export function touchedBy(
  calls: readonly CallOf[],
  stores: readonly CalledStore[],
  earlier: readonly Touched[] = [],
): Touched[] {
  const touched = new Map(earlier.map((each) => [placeKey(each), each]))
  for (const call of calls) {
    const { place, from, isRead } = calledOf(call, stores)
    const state = stateOf(call, isRead)
    if (!place || place.path === '' || state === null) continue
    const key = placeKey(place)
    const before = touched.get(key)
    touched.delete(key)
    if (from !== null && state === 'written') touched.delete(placeKey({ ...place, path: from }))
    const isKept = state === 'read' && before !== undefined
    const { id: callId, heldId, written } = call
    const [only = null, ...others] = written
    const version = isKept ? before.version : others.length === 0 ? only : null
    touched.set(key, { ...place, state: isKept ? before.state : state, callId, heldId, version })
  }
  return [...touched.values()].toReversed()
}

function stateOf(call: CallOf, isRead: boolean): Touched['state'] | null {
  const { state, written, isEdited } = call
  if (state === 'waiting' || (state === 'allowed' && !isEdited)) return 'waits'
  if (state !== 'done') return null
  if (written.length > 0) return 'written'
  return isRead ? 'read' : null
}

/** A row of a conversation: an entry, or reads that followed each other. */
export type Row =
  | { kind: 'entry'; id: string; entry: Entry; isPerson: boolean; isTurn: boolean }
  | { kind: 'reads'; id: string; calls: CallOf[]; isPerson: false; isTurn: boolean }

/** `isTurn`: where somebody begins to speak. */
export function rowsOf(entries: readonly Entry[]): Row[] {
  const rows: Row[] = []
  let wasPerson = true
  for (const entry of entries) {
    const isPerson = entry.kind === 'message'
    const isTurn = isPerson !== wasPerson
    wasPerson = isPerson
    const last = rows.at(-1)
    if (!isDoneRead(entry)) rows.push({ kind: 'entry', id: entry.id, entry, isPerson, isTurn })
    else if (last?.kind === 'reads') last.calls.push(entry)
    else rows.push({ kind: 'reads', id: entry.id, calls: [entry], isPerson: false, isTurn })
  }
  return rows
}

function isDoneRead(entry: Entry): entry is CallOf {
  if (entry.kind !== 'call' || entry.state !== 'done' || entry.written.length > 0) return false
  return calledOf(entry, []).isRead
}
