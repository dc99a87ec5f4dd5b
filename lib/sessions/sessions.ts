import { db, type Tx, write } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { tell } from '@/lib/live/live'
import { addStore, checkMetadata } from '@/lib/store/change-stores'
import { type Actor, actorOf, byActor, type Cause } from '@/lib/store/model/actor'
import { type Metadata, metadataSchema, type Page } from '@/lib/store/model/model'
import {
  checkContent,
  invalidInput,
  storeArchived,
  storeNotFound,
} from '@/lib/store/model/problems'
import { beyond, pageOf } from '@/lib/store/stores'
import { newId } from '@/lib/text/ids'
import { mountNames } from '@/lib/text/mount-name'
import type { AttachedStore } from './attached'
import type { FaultKind, ModelUsage, QueuedMessage, StopReason } from './event'
import { NO_USAGE } from './event'
import { checkedSettings, type SettingsInput, storedSettings, type WireSettings } from './settings'
import { Refusal } from '@/lib/refusal'

/** Sessions as rows: made, found and listed. What happens in them is the log's (log.ts). */

export type SessionStatus = 'idle' | 'running' | 'terminated'

export interface Session {
  id: string
  /** null: nobody named it, and nothing was said yet */
  title: string | null
  settings: WireSettings
  metadata: Metadata
  status: SessionStatus
  /** why it is idle; null: it runs, or never did */
  stopReason: StopReason | null
  /** messages that wait for their turn */
  queue: QueuedMessage[]
  lastSequence: number
  /** of all its requests together */
  usage: ModelUsage
  /** what its context held with the newest request, in tokens, and the window; null: none was sent */
  context: { tokens: number; window: number } | null
  /** what went wrong last; null: nothing since it ran */
  fault: FaultKind | null
  openedBy: Actor
  createdAt: Date
  /** grows with everything that changes it */
  updatedAt: Date
  archivedAt: Date | null
  stores: AttachedStore[]
}

/** What a row is read with. */
export const WITH_STORES = { stores: { orderBy: { position: 'asc' } } } as const

/** What its log comes to shares a column. */
type StoredUsage = ModelUsage & Partial<Pick<Session, 'context' | 'fault'>>

type Row = Prisma.SessionGetPayload<{ include: typeof WITH_STORES }>

export function asSession(row: Row): Session {
  const { context = null, fault = null, ...usage } = row.usage as unknown as StoredUsage
  return {
    id: row.id,
    title: row.title,
    settings: storedSettings(row.settings),
    metadata: metadataSchema.parse(row.metadata),
    status: row.status as SessionStatus,
    stopReason: row.stopReason as StopReason | null,
    queue: row.queue as unknown as QueuedMessage[],
    lastSequence: row.lastSequence,
    usage,
    context,
    fault,
    openedBy: actorOf(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    archivedAt: row.archivedAt,
    stores: row.stores.map(({ sessionId: _, position: __, ...store }) => store),
  }
}

/** A session. Refuses `session_not_found`. */
export async function getSession(id: string): Promise<Session> {
  const row = await db.session.findUnique({ where: { id }, include: WITH_STORES })
  if (!row) throw sessionNotFound(id)
  return asSession(row)
}

export interface ListSessions {
  limit: number
  /** `next` of the page before */
  after?: string | undefined
  order?: 'asc' | 'desc'
  includeArchived?: boolean
  storeId?: string | undefined
  statuses?: readonly SessionStatus[] | undefined
  /** made between these, bounds included */
  from?: Date | undefined
  to?: Date | undefined
  /** only those of which every store is among these; null: all */
  onlyStores?: readonly string[] | null
}

/** A page of sessions, the newest first unless asked otherwise. Refuses `invalid_input` for a bad cursor. */
export async function listSessions(list: ListSessions): Promise<Page<Session>> {
  const { limit, order = 'desc', includeArchived = false, storeId, statuses, from, to } = list
  const rows = await db.session.findMany({
    where: {
      ...(!includeArchived && { archivedAt: null }),
      ...(statuses && { status: { in: [...statuses] } }),
      createdAt: { ...(from && { gte: from }), ...(to && { lte: to }) },
      AND: [
        ...(storeId === undefined ? [] : [{ stores: { some: { storeId } } }]),
        ...(list.onlyStores ? [ofThese(list.onlyStores)] : []),
      ],
      ...beyond(list.after, order),
    },
    include: WITH_STORES,
    orderBy: [{ createdAt: order }, { id: order }],
    take: limit + 1,
  })
  return pageOf(rows.map(asSession), limit)
}

/** Pages that are looked through at most for sessions that are not told apart by the database. */
const MOST_PAGES = 20

/**
 * Those of the list that are meant, a page or more of them; `next` is where nothing was looked at yet. Refuses as
 * `listSessions`.
 */
export async function findSessions(
  list: ListSessions,
  isMeant: (session: Session) => boolean,
): Promise<Page<Session>> {
  const found: Page<Session> = { items: [], next: list.after ?? null }
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { items, next } = await listSessions({ ...list, after: found.next ?? undefined })
    found.items.push(...items.filter(isMeant))
    found.next = next
    if (next === null || found.items.length >= list.limit) break
  }
  return found
}

/** What a caller who is limited to some stores sees: a session with another one is not there for them. */
const ofThese = (storeIds: readonly string[]) => ({
  stores: { some: {}, every: { storeId: { in: [...storeIds] } } },
})

export interface NewSession {
  title?: string | null | undefined
  settings: SettingsInput
  metadata?: Metadata | undefined
  stores: readonly StoreToAttach[]
  /** the name of one that is made for it */
  newStore?: string | null
}

export interface StoreToAttach {
  storeId: string
  isReadOnly?: boolean
  instructions?: string | undefined
}

const MAX_STORES = 8
const MAX_INSTRUCTIONS = 4_096
const MAX_TITLE = 255

/**
 * Opens a session and attaches its stores; none can be attached later. Refuses `invalid_input`,
 * `store_not_found`, `store_archived`.
 */
export async function createSession(input: NewSession, { actor }: Cause): Promise<Session> {
  const settings = checkedSettings(input.settings)
  const title = checkedTitle(input.title ?? null)
  const metadata = input.metadata ?? {}
  checkMetadata(metadata)
  checkStores(input.stores)
  const session = await write(async (tx) => {
    const now = new Date()
    const { newStore = null } = input
    const made = newStore === null ? [] : [{ storeId: (await addStore(tx, { name: newStore })).id }]
    const stores = await attached(tx, [...input.stores, ...made])
    const row = await tx.session.create({
      data: {
        id: newId('sesn', now.getTime()),
        title,
        settings,
        metadata,
        status: 'idle',
        queue: [],
        usage: { ...NO_USAGE },
        ...byActor(actor),
        createdAt: now,
        updatedAt: now,
        stores: { create: stores.map((store, position) => ({ ...store, position })) },
      },
      include: WITH_STORES,
    })
    return asSession(row)
  })
  tell([{ topic: 'sessions', sequence: session.updatedAt.getTime() }])
  return session
}

/** A title without spaces around it; an empty one is none. Refuses `invalid_input`. */
export function checkedTitle(title: string | null): string | null {
  const trimmed = title?.trim() ?? ''
  checkContent(trimmed, 'title')
  if ([...trimmed].length > MAX_TITLE) {
    throw invalidInput('title', `must be at most ${MAX_TITLE} characters`)
  }
  return trimmed || null
}

function checkStores(stores: readonly StoreToAttach[]): void {
  if (stores.length > MAX_STORES) {
    throw invalidInput('resources', `at most ${MAX_STORES} memory stores can be attached`)
  }
  if (new Set(stores.map(({ storeId }) => storeId)).size < stores.length) {
    throw invalidInput('resources', 'a memory store can be attached once')
  }
  for (const { instructions = '' } of stores) {
    checkContent(instructions, 'instructions')
    if ([...instructions].length > MAX_INSTRUCTIONS) {
      throw invalidInput('instructions', `must be at most ${MAX_INSTRUCTIONS} characters`)
    }
  }
}

async function attached(tx: Tx, wanted: readonly StoreToAttach[]): Promise<AttachedStore[]> {
  const rows = await tx.store.findMany({
    where: { id: { in: wanted.map((each) => each.storeId) } },
  })
  const found = wanted.map(({ storeId, isReadOnly = false, instructions = '' }) => {
    const store = rows.find(({ id }) => id === storeId)
    if (!store || store.deletedAt) throw storeNotFound(storeId)
    if (store.archivedAt) throw storeArchived(storeId)
    const { name, description } = store
    return { storeId, name, description, instructions, isReadOnly }
  })
  const names = mountNames(found.map(({ name }) => name))
  return found.map((store, at) => ({ ...store, mountName: names[at] ?? '' }))
}

export const sessionNotFound = (id: string) =>
  new Refusal('session_not_found', `There is no session ${id}.`, { session_id: id })

export const sessionArchived = (id: string) =>
  new Refusal('session_archived', `The session ${id} is archived: it can only be read.`, {
    session_id: id,
  })

/** Another process has the run by now, or nobody may go on with it. */
export const runLost = (id: string) =>
  new Refusal('run_lost', `The session ${id} is run by somebody else by now.`, { session_id: id })
