import type { Database } from '@/lib/db/database'
import { dropUnchangedBranches } from '@/lib/store/branches/drop-unchanged'
import { makeBranch } from '@/lib/store/branches/make-branch'
import { momentToResetTo, resetStore, type ResetTo } from '@/lib/store/branches/reset-store'
import type { Actor, Cause } from '@/lib/store/model/actor'
import { introduceActor } from '@/lib/store/stores/name-actor'
import { getStore } from '@/lib/store/stores/read-stores'
import type { InputField, InputRule } from '@/lib/store/model/invalid-input'
import { refuse } from '@/lib/store/model/problems'
import { invalidInputOf } from '@/lib/store/model/schema-rules'
import { storeMetadataSchema } from '@/lib/store/model/store-fields'
import { contentProblem } from '@/lib/text/content'
import { mountNames } from '@/lib/text/mount-name'
import { newId } from '@/lib/text/prefixed-id'
import { getSession } from './get-session'
import { refuseSession } from './problems'
import type { AttachedStore, Session } from './session'
import {
  checkedSettings,
  type SessionSettings,
  type SessionSettingsInput,
} from './session-settings'
import { attachStore } from './sql/session-stores'
import { insertSession } from './sql/sessions'

export interface CreateSessionInput {
  title?: string | null | undefined
  settings: SessionSettingsInput
  metadata?: Record<string, string> | undefined
  stores: readonly StoreToAttach[]
  /** who opens it: a key may write in the name of the sessions that it opened */
  openedBy: Actor
}

export interface StoreToAttach {
  storeId: string
  access?: 'read_write' | 'read_only' | undefined
  instructions?: string | undefined
  /** the name of a branch that is made of it and attached in its place; only if it is written to */
  onBranch?: string | undefined
  /** the store is restored to this before; a branch starts from there */
  resetTo?: ResetTo | undefined
}

const MAX_STORES = 8
const MAX_INSTRUCTIONS = 4096
const MAX_TITLE = 255

/**
 * Opens a session and attaches its stores; none can be attached later (agent page, Attaching).
 * Refuses `invalid_session_input`, and for a store `store_not_found`, `store_archived`,
 * `moment_not_found`.
 */
export async function createSession(db: Database, input: CreateSessionInput): Promise<Session> {
  const settings = checkedSettings(input.settings)
  const title = checkedTitle(input.title)
  const metadata = checkedMetadata(input.metadata ?? {})
  const id = newId('sesn')
  const cause = { actor: input.openedBy }
  try {
    const stores = await attached(db, await prepared(db, input.stores, { sessionId: id, cause }))
    const row = { id, title, settings, metadata, openedBy: input.openedBy }
    await insertWithStores(db, row, stores)
  } catch (error) {
    // Nobody would find what was made for a session that there is not.
    await dropUnchangedBranches(db, { sessionId: id, cause })
    throw error
  }
  if (title !== null) await introduceActor(db, { type: 'session', id }, title)
  return getSession(db, id)
}

type NewSession = Pick<CreateSessionInput, 'openedBy'> & {
  id: string
  title: string | null
  settings: SessionSettings
  metadata: Record<string, string>
}

async function insertWithStores(
  db: Database,
  { id, title, settings, metadata, openedBy }: NewSession,
  stores: readonly AttachedStore[],
): Promise<void> {
  await db.write(async (tx) => {
    const sessionKey = await insertSession(tx, {
      id,
      title,
      settings: JSON.stringify(settings),
      metadata: JSON.stringify(metadata),
      actorType: openedBy.type,
      actorId: openedBy.id,
      createdAt: Date.now(),
    })
    if (sessionKey === undefined) throw new Error('a session was not stored')
    for (const [position, store] of stores.entries()) {
      await attachStore(tx, { ...store, sessionKey, position })
    }
    tx.touchSession(sessionKey)
  })
}

/**
 * Makes the branches that a session is opened on, and resets stores; what it was asked for is checked
 * before anything is done. Names the stores to attach.
 */
async function prepared(
  db: Database,
  wanted: readonly StoreToAttach[],
  { sessionId, cause }: { sessionId: string; cause: Cause },
): Promise<StoreToAttach[]> {
  const isSimple = wanted.every(({ onBranch, resetTo }) => (onBranch ?? resetTo) === undefined)
  if (isSimple) return [...wanted]
  await attached(db, wanted)
  for (const { storeId, resetTo } of wanted) {
    if (resetTo !== undefined) await momentToResetTo(db, storeId, resetTo)
  }
  const stores: StoreToAttach[] = []
  for (const store of wanted) {
    const { storeId, onBranch: name, resetTo, access } = store
    const isBranched = name !== undefined && access !== 'read_only'
    if (!isBranched) {
      if (resetTo !== undefined) await resetStore(db, { storeId, to: resetTo, cause })
      stores.push(store)
      continue
    }
    const at = resetTo && (await momentToResetTo(db, storeId, resetTo))
    const branch = await makeBranch(db, { storeId, name, at, sessionId, cause })
    stores.push({ ...store, storeId: branch.id })
  }
  return stores
}

/** A session's trimmed title; a blank one becomes none. */
export function checkedTitle(title: string | null | undefined): string | null {
  const trimmed = title?.trim() ?? ''
  if ([...trimmed].length > MAX_TITLE) {
    refuseInput('title', { rule: 'too_long', maximum: MAX_TITLE })
  }
  if (contentProblem(trimmed) !== null) refuseInput('title', { rule: 'not_unicode_text' })
  return trimmed === '' ? null : trimmed
}

export function checkedMetadata(metadata: Record<string, string>): Record<string, string> {
  const parsed = storeMetadataSchema.safeParse(metadata, { reportInput: true })
  if (parsed.success) return parsed.data
  return refuseSession({
    kind: 'invalid_session_input',
    ...invalidInputOf(parsed.error, 'metadata'),
  })
}

function refuseInput(field: InputField, broken: InputRule): never {
  return refuseSession({ kind: 'invalid_session_input', field, ...broken })
}

async function attached(db: Database, wanted: readonly StoreToAttach[]): Promise<AttachedStore[]> {
  if (wanted.length > MAX_STORES) refuseInput('stores', { rule: 'too_many', maximum: MAX_STORES })
  if (new Set(wanted.map(({ storeId }) => storeId)).size < wanted.length) {
    refuseInput('stores', { rule: 'store_twice' })
  }
  const stores = []
  for (const { storeId, access = 'read_write', instructions = '' } of wanted) {
    if (instructions.length > MAX_INSTRUCTIONS) {
      refuseInput('instructions', { rule: 'too_long', maximum: MAX_INSTRUCTIONS })
    }
    if (contentProblem(instructions) !== null) {
      refuseInput('instructions', { rule: 'not_unicode_text' })
    }
    const { name, description, archivedAt } = await getStore(db, storeId)
    if (archivedAt !== null) refuse({ kind: 'store_archived', storeId })
    stores.push({ storeId, name, description, access, instructions })
  }
  const mounts = mountNames(stores.map(({ name }) => name))
  return stores.map((store, index) => ({ ...store, mountName: mounts[index] ?? '' }))
}
