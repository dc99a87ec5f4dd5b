import type { Database } from '@/lib/db/database'
import { type StoreRow, storeOf } from './core/rows'
import type { MemoryStore } from './model/memory-store'

export interface ListStoresInput {
  limit: number
  /** continues after the last store of the previous page */
  after?: string | undefined
  includeArchived?: boolean
  /** milliseconds since 1970, inclusive */
  createdFrom?: number | undefined
  createdTo?: number | undefined
  /** only these stores, for a caller without access to others */
  onlyIds?: readonly string[] | undefined
}

export interface StorePage {
  stores: MemoryStore[]
  /** what to pass as `after` for the next page; null at the end */
  next: string | null
}

/** A page of stores, newest first. Ids sort by creation time, so they give the order. */
export async function listStores(db: Database, input: ListStoresInput): Promise<StorePage> {
  const rows = await db.prisma.memoryStore.findMany({
    where: {
      deletedAt: null,
      ...(input.includeArchived ? {} : { archivedAt: null }),
      id: {
        ...(input.after === undefined ? {} : { lt: input.after }),
        ...(input.onlyIds === undefined ? {} : { in: [...input.onlyIds] }),
      },
      createdAt: {
        gte: BigInt(input.createdFrom ?? 0),
        lte: BigInt(input.createdTo ?? Number.MAX_SAFE_INTEGER),
      },
    },
    orderBy: { id: 'desc' },
    take: input.limit + 1,
  })
  const stores = rows.slice(0, input.limit).map((row) => storeOf(storeRow(row)))
  return { stores, next: rows.length > input.limit ? (stores.at(-1)?.id ?? null) : null }
}

const STORES_A_PAGE = 1000

/** Every store, newest first, however many there are. */
export async function allStores(
  db: Database,
  filter: Pick<ListStoresInput, 'includeArchived'> = {},
): Promise<MemoryStore[]> {
  const stores: MemoryStore[] = []
  let after: string | undefined
  do {
    const page = await listStores(db, { ...filter, limit: STORES_A_PAGE, after })
    stores.push(...page.stores)
    after = page.next ?? undefined
  } while (after !== undefined)
  return stores
}

type PrismaStore = Awaited<ReturnType<Database['prisma']['memoryStore']['findMany']>>[number]

function storeRow(row: PrismaStore): StoreRow {
  return {
    key: row.key,
    id: row.id,
    name: row.name,
    description: row.description,
    metadata: row.metadata,
    settings: row.settings,
    created_at: Number(row.createdAt),
    updated_at: Number(row.updatedAt),
    archived_at: row.archivedAt === null ? null : Number(row.archivedAt),
    last_sequence: Number(row.lastSequence),
    last_changed_at: Number(row.lastChangedAt),
    compressed_sequence: Number(row.compressedSequence),
    memory_count: Number(row.memoryCount),
    byte_size: Number(row.byteSize),
    version_count: Number(row.versionCount),
    policy_revision: row.policyRevision,
    quarantined_count: row.quarantinedCount,
    carried_out_by: row.carriedOutBy,
  }
}
