import { db } from '@/lib/db'
import { asStore, type Page, type Store } from './model/model'
import { invalidInput, storeNotFound } from './model/problems'

/** Reading stores. One that is being deleted or copied is not there. */

/** A store. Refuses `store_not_found`. */
export async function getStore(id: string): Promise<Store> {
  const row = await db.store.findUnique({ where: { id } })
  if (!row || row.deletedAt) throw storeNotFound(id)
  return asStore(row)
}

export interface ListStores {
  limit: number
  /** `next` of the page before */
  after?: string | undefined
  includeArchived?: boolean
  /** made at or after, at or before */
  from?: Date | undefined
  to?: Date | undefined
  /** the only ones that the caller sees; null: all */
  onlyIds?: readonly string[] | null
}

/** A page of stores, newest first. Refuses `invalid_input` for a cursor that is none. */
export async function listStores(list: ListStores): Promise<Page<Store>> {
  const { limit, includeArchived = false, from, to, onlyIds } = list
  const rows = await db.store.findMany({
    where: {
      deletedAt: null,
      ...(!includeArchived && { archivedAt: null }),
      ...(onlyIds && { id: { in: [...onlyIds] } }),
      createdAt: { ...(from && { gte: from }), ...(to && { lte: to }) },
      ...beyond(list.after, 'desc'),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  return pageOf(rows.map(asStore), limit)
}

/** The rows past the last one of a page by time. Refuses `invalid_input` for a cursor that is none. */
export function beyond(after: string | undefined, order: 'asc' | 'desc') {
  if (after === undefined) return {}
  const [time = '', id = ''] = after.split(' ')
  const createdAt = new Date(time)
  if (Number.isNaN(createdAt.getTime())) throw invalidInput('page', 'is not a cursor of this list')
  const past = <T>(value: T) => (order === 'desc' ? { lt: value } : { gt: value })
  return { OR: [{ createdAt: past(createdAt) }, { createdAt, id: past(id) }] }
}

/** A page by time, of which one row more than it holds was read. */
export function pageOf<T extends { id: string; createdAt: Date }>(
  rows: T[],
  limit: number,
): Page<T> {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, next: last ? `${last.createdAt.toISOString()} ${last.id}` : null }
}

/** Names of stores by id, also of those that are being deleted; who is gone is not in it. */
export async function storeNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await db.store.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  })
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** A name that no other store has: with a number where another one has it. */
export async function freeName(wanted: string): Promise<string> {
  const where = { deletedAt: null, name: { startsWith: wanted } }
  const taken = await db.store.findMany({ where, select: { name: true } })
  const names = new Set(taken.map(({ name }) => name))
  let name = wanted
  for (let number = 2; names.has(name); number++) name = `${wanted} ${number}`
  return name
}

/** What all stores hold together. */
export interface Totals {
  stores: number
  memories: number
  /** of the live texts */
  bytes: number
}

/** Counts all stores, archived ones too. */
export async function totals(): Promise<Totals> {
  const { _count, _sum } = await db.store.aggregate({
    where: { deletedAt: null },
    _count: true,
    _sum: { memoryCount: true, byteSize: true },
  })
  return { stores: _count, memories: _sum.memoryCount ?? 0, bytes: Number(_sum.byteSize ?? 0) }
}
