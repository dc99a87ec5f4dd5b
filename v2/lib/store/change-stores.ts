import { z } from 'zod'
import { db, type Tx, write } from '@/lib/db'
import { addJob, begin } from '@/lib/jobs/jobs'
import { tell } from '@/lib/live/live'
import { Refusal } from '@/lib/refusal'
import { newId } from '@/lib/text/ids'
import type { Cause } from './model/actor'
import {
  asStore,
  DEFAULT_LIMITS,
  limitsSchema,
  type Metadata,
  metadataSchema,
  type Store,
  type StoreLimits,
} from './model/model'
import { invalidInput } from './model/problems'
import { getStore } from './stores'
import { change } from './write/change'

const MAX_NAME = 255
const MAX_DESCRIPTION = 1_024
const MAX_METADATA_PAIRS = 16
const MAX_METADATA_KEY = 64
const MAX_METADATA_VALUE = 512

export interface NewStore {
  name: string
  description?: string | undefined
  metadata?: Metadata | undefined
  limits?: Partial<StoreLimits> | undefined
  /** what it is to be a copy of: nobody sees it until it is whole */
  copiedFrom?: { storeId: string; sequence: number }
}

/** Makes an empty store. Refuses `invalid_input`. */
export async function createStore(input: NewStore, _cause: Cause): Promise<Store> {
  const store = await write((tx) => addStore(tx, input))
  tell([{ topic: `store:${store.id}`, sequence: 0 }])
  return store
}

/** The same within a transaction that does more. */
export async function addStore(tx: Tx, input: NewStore): Promise<Store> {
  const { name, description = '', metadata = {}, limits = {}, copiedFrom } = input
  checkFields({ name, description })
  checkMetadata(metadata)
  const now = new Date()
  const row = await tx.store.create({
    data: {
      id: newId('memstore', now.getTime()),
      name,
      description,
      metadata,
      limits: differing(limits),
      rules: {},
      createdAt: now,
      updatedAt: now,
      ...(copiedFrom && {
        copiedFromId: copiedFrom.storeId,
        copiedFromSequence: copiedFrom.sequence,
        deletedAt: now,
      }),
    },
  })
  return asStore(row)
}

export interface StorePatch {
  name?: string | undefined
  description?: string | undefined
  /** a value of null removes its key */
  metadata?: Record<string, string | null> | undefined
  limits?: Partial<StoreLimits> | undefined
}

/**
 * Changes what a store says of itself and its limits. `shown`: what the page showed of the fields that
 * are changed. Refuses `store_not_found`, `store_archived`, `invalid_input`, `store_changed`.
 */
export function updateStore(
  id: string,
  patch: StorePatch,
  cause: Cause,
  shown?: Omit<StorePatch, 'metadata'>,
): Promise<Store> {
  checkFields(patch)
  return change(id, cause, async (c) => {
    refuseStale(c.store, shown)
    const next = {
      name: patch.name ?? c.store.name,
      description: patch.description ?? c.store.description,
      metadata: merged(c.store.metadata, patch.metadata),
      limits: differing({ ...c.store.limits, ...patch.limits }),
    }
    checkMetadata(next.metadata)
    if (isSame(c.store, next)) return c.nothing(c.store)
    await c.event({ type: 'memory_store.updated' })
    // The contract's time of a store says nothing of limits.
    const limitsAlone = isSame(c.store, { ...next, limits: differing(c.store.limits) })
    const updatedAt = limitsAlone ? c.store.updatedAt : c.now
    return asStore(await c.tx.store.update({ where: { id }, data: { ...next, updatedAt } }))
  })
}

/** Archives a store for good; again, it answers the same. Refuses `store_not_found`. */
export function archiveStore(id: string, cause: Cause): Promise<Store> {
  return change(
    id,
    cause,
    async (c) => {
      if (c.store.archivedAt) return c.nothing(c.store)
      await c.event({ type: 'memory_store.archived' })
      const data = { archivedAt: c.now, updatedAt: c.now }
      return asStore(await c.tx.store.update({ where: { id }, data }))
    },
    { whenArchived: 'allow' },
  )
}

/**
 * Deletes a store with all that is in it: nobody sees it from now on, and a job takes its rows away.
 * `shown`: the number of changes that the page showed. Refuses `store_not_found`, `store_changed`.
 */
export async function deleteStore(
  id: string,
  cause: Cause,
  shown?: { sequence: number },
): Promise<void> {
  const purge = await change(
    id,
    cause,
    async (c) => {
      // The number of this change is one more than what stood before it.
      if (shown && shown.sequence !== c.store.lastSequence - 1) throw storeChanged(c.store.name)
      c.next()
      await c.tx.store.update({ where: { id }, data: { deletedAt: c.now }, select: { id: true } })
      return addJob(c.tx, { kind: 'purge', input: { storeId: id } }, cause)
    },
    { whenArchived: 'allow' },
  )
  begin(purge)
}

/** How full a store is: its totals, and how many versions it has. */
export async function usageOf(
  id: string,
): Promise<{ memories: number; bytes: number; versions: number }> {
  const { memoryCount, byteSize } = await getStore(id)
  const versions = await db.version.count({ where: { storeId: id } })
  return { memories: memoryCount, bytes: byteSize, versions }
}

const storeChanged = (name: string) =>
  new Refusal('store_changed', `The store ${name} was changed meanwhile. Look at it again.`)

function refuseStale(store: Store, { limits, ...fields }: Omit<StorePatch, 'metadata'> = {}): void {
  const differs = (now: object, was: object) =>
    Object.entries(was).some(([name, value]) => value !== (now as Record<string, unknown>)[name])
  if (differs(store, fields) || differs(store.limits, limits ?? {})) throw storeChanged(store.name)
}

/** What is kept of limits: what is not as everywhere. Refuses `invalid_input`. */
function differing(limits: Partial<StoreLimits>) {
  const parsed = limitsSchema.safeParse(limits)
  if (!parsed.success) {
    const [fault] = parsed.error.issues
    throw invalidInput(fault?.path.join('.') ?? 'limits', fault?.message ?? 'is not valid')
  }
  const entries = Object.entries(parsed.data)
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== DEFAULT_LIMITS[name as keyof StoreLimits]),
  )
}

const CONTROL = /\p{Cc}/u

const characters = (text: string) => [...text].length

/** What neither database holds, or cannot be read. */
const isText = (text: string) => text.isWellFormed() && !text.includes('\0')

function checkFields({ name, description }: { name?: string; description?: string }): void {
  if (name !== undefined) {
    if (name === '') throw invalidInput('name', 'must not be empty')
    if (characters(name) > MAX_NAME) {
      throw invalidInput('name', `must be at most ${MAX_NAME} characters`)
    }
    if (!isText(name) || CONTROL.test(name)) {
      throw invalidInput('name', 'must have no control characters')
    }
  }
  if (description === undefined) return
  if (!isText(description)) throw invalidInput('description', 'must be Unicode text')
  if (characters(description) > MAX_DESCRIPTION) {
    throw invalidInput('description', `must be at most ${MAX_DESCRIPTION} characters`)
  }
}

const metadataRules = metadataSchema
  .refine((pairs) => Object.keys(pairs).length <= MAX_METADATA_PAIRS, {
    error: `must have at most ${MAX_METADATA_PAIRS} pairs`,
  })
  .refine(
    (pairs) => Object.keys(pairs).every((key) => key !== '' && characters(key) <= MAX_METADATA_KEY),
    {
      error: `must have keys of 1 to ${MAX_METADATA_KEY} characters`,
    },
  )
  .refine(
    (pairs) => Object.values(pairs).every((value) => characters(value) <= MAX_METADATA_VALUE),
    {
      error: `must have values of at most ${MAX_METADATA_VALUE} characters`,
    },
  )
  .refine((pairs) => Object.entries(pairs).flat().every(isText), { error: 'must be Unicode text' })

function checkMetadata(metadata: Metadata): void {
  const parsed = metadataRules.safeParse(metadata)
  if (parsed.success) return
  throw invalidInput(
    'metadata',
    z.prettifyError(parsed.error).replace(/^✖ /, '').split('\n')[0] ?? '',
  )
}

function merged(metadata: Metadata, patch: Record<string, string | null> = {}): Metadata {
  const all = Object.entries({ ...metadata, ...patch })
  return Object.fromEntries(all.filter((pair): pair is [string, string] => pair[1] !== null))
}

type Fields = Pick<Store, 'name' | 'description' | 'metadata'> & { limits: object }

function isSame(store: Store, next: Fields): boolean {
  const { name, description, metadata } = store
  const now: Fields = { name, description, metadata, limits: differing(store.limits) }
  return JSON.stringify(now) === JSON.stringify(next)
}
