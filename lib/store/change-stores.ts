import { z } from 'zod'
import { db, type Tx, write } from '@/lib/db'
import { addJob, begin } from '@/lib/jobs/jobs'
import { tell } from '@/lib/live/live'
import { Refusal } from '@/lib/refusal'
import { newId } from '@/lib/text/ids'
import type { Cause } from './model/actor'
import { DEFAULT_LIMITS, limitsSchema, type StoreLimits } from './model/limits'
import { asStore, type Metadata, metadataSchema, type Store } from './model/model'
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
export async function createStore(input: NewStore): Promise<Store> {
  const store = await write((tx) => addStore(tx, input))
  tell([{ topic: `store:${store.id}`, sequence: 0 }])
  return store
}

/** The same within a transaction that does more. */
export async function addStore(tx: Tx, input: NewStore): Promise<Store> {
  const { name, description = '', metadata = {}, limits = {}, copiedFrom } = input
  checkFields({ name, description, metadata, limits })
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
  return change(id, cause, async (c) => {
    refuseStale(c.store, shown)
    const { name = c.store.name, description = c.store.description } = patch
    const metadata = patchedMetadata(c.store.metadata, patch.metadata)
    const limits = { ...c.store.limits, ...patch.limits }
    checkFields({ name, description, metadata, limits })
    const next = { name, description, metadata, limits: differing(limits) }
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

/** What is kept of limits: what is not as everywhere. */
function differing(limits: Partial<StoreLimits>) {
  const kept = Object.entries(limits).filter(
    ([name, value]) => value !== DEFAULT_LIMITS[name as keyof StoreLimits],
  )
  return Object.fromEntries(kept)
}

const characters = (text: string) => [...text].length

/** What neither database holds, or cannot be read. */
const isText = (text: string) => text.isWellFormed() && !text.includes('\0')

const words = (most: number) =>
  z
    .string()
    .refine((text) => characters(text) <= most, `must be at most ${most} characters`)
    .refine(isText, 'must be Unicode text')

const fieldsSchema = z
  .object({
    name: words(MAX_NAME)
      .min(1, 'must not be empty')
      .refine((name) => !/\p{Cc}/u.test(name), 'must have no control characters'),
    description: words(MAX_DESCRIPTION),
    metadata: metadataSchema
      .refine(
        (pairs) => Object.keys(pairs).length <= MAX_METADATA_PAIRS,
        `must have at most ${MAX_METADATA_PAIRS} pairs`,
      )
      .refine(
        (pairs) =>
          Object.keys(pairs).every((key) => key !== '' && characters(key) <= MAX_METADATA_KEY),
        `must have keys of 1 to ${MAX_METADATA_KEY} characters`,
      )
      .refine(
        (pairs) => Object.values(pairs).every((value) => characters(value) <= MAX_METADATA_VALUE),
        `must have values of at most ${MAX_METADATA_VALUE} characters`,
      )
      .refine((pairs) => Object.entries(pairs).flat().every(isText), 'must be Unicode text'),
    limits: limitsSchema,
  })
  .partial()

/** Refuses `invalid_input` in the words of the first fault. */
function checkFields(fields: z.input<typeof fieldsSchema>): void {
  const [fault] = fieldsSchema.safeParse(fields).error?.issues ?? []
  if (fault) throw invalidInput(String(fault.path.at(-1)), fault.message)
}

/** Refuses `invalid_input`. */
export const checkMetadata = (metadata: Metadata): void => checkFields({ metadata })

/** Metadata with some pairs changed; null takes one away. */
export function patchedMetadata(
  metadata: Metadata,
  patch: Record<string, string | null> = {},
): Metadata {
  const all = Object.entries({ ...metadata, ...patch })
  return Object.fromEntries(all.filter((pair): pair is [string, string] => pair[1] !== null))
}

function isSame({ name, description, metadata, limits }: Store, next: object): boolean {
  const now = { name, description, metadata, limits: differing(limits) }
  return JSON.stringify(now) === JSON.stringify(next)
}
