import type { Database } from '@/lib/db/database'
import type { ReadingClient } from '@/lib/db/models'
import { contentProblem } from '@/lib/text/content'
import type { Cause } from '../model/actor'
import type { InputRule } from '../model/invalid-input'
import type { ListedMoment, NamedMoment } from '../model/named-moment'
import { refuse } from '../model/problems'
import type { StoreRow } from '../stores/sql/stores'
import { changeStore, findStore, type StoreTransaction } from '../write/store-transaction'
import { storeMoment } from './store-moment'

/** The most characters of a name. */
const MAX_MOMENT_NAME = 120

export interface NameMomentInput {
  storeId: string
  /** any change of the moment; the name applies to the whole moment */
  sequence: number
  name: string
  cause: Cause
}

/**
 * Names a moment, replacing its name if it has one. A name belongs to one moment of its store. An
 * archived store allows it, since its content is unchanged. Refuses `store_not_found`,
 * `moment_name_taken`, and `invalid_input` for a name that is empty or too long.
 */
export async function nameMoment(db: Database, input: NameMomentInput): Promise<NamedMoment> {
  const { storeId, cause } = input
  const name = input.name.trim()
  checkName(name)
  const { sequence, at } = await storeMoment(db, { storeId, sequence: input.sequence })
  // Locks the store, so that two callers with one name run in turn. There is no unique index
  // because redaction must be able to replace two names by the same words.
  const nameIt = async ({ sql, storeKey }: StoreTransaction) => {
    const { namedMoment } = sql.prisma
    const other = await namedMoment.findFirst({ where: { storeKey, name, NOT: { sequence } } })
    if (other) refuse({ kind: 'moment_name_taken', name, sequence: other.sequence })
    const by = { actorType: cause.actor.type, actorId: cause.actor.id }
    const named = { name, createdAt: Date.now(), ...by }
    await namedMoment.upsert({
      where: { storeKey_sequence: { storeKey, sequence } },
      create: { storeKey, sequence, ...named },
      update: named,
    })
  }
  await changeStore(db, storeId, cause, nameIt, { whenArchived: 'allow' })
  return { sequence, name, at, namedBy: cause.actor }
}

/** Removes a moment's name; does nothing if it has none. Refuses `store_not_found`. */
export async function unnameMoment(
  db: Database,
  input: { storeId: string; sequence: number },
): Promise<void> {
  const store = await findStore(db.read, input.storeId)
  const where = { storeKey: store.key, sequence: input.sequence }
  await db.write((tx) => tx.prisma.namedMoment.deleteMany({ where }))
}

/** The named moments of a store, the latest first. Refuses `store_not_found`. */
export async function listNamedMoments(db: Database, storeId: string): Promise<ListedMoment[]> {
  return namedMomentsOf(db.prisma, await findStore(db.read, storeId))
}

function checkName(name: string): void {
  const broken = brokenNameRule(name)
  if (broken !== null) refuse({ kind: 'invalid_input', field: 'name', ...broken })
}

function brokenNameRule(name: string): InputRule | null {
  if (name === '') return { rule: 'empty' }
  if (name.length > MAX_MOMENT_NAME) return { rule: 'too_long', maximum: MAX_MOMENT_NAME }
  return contentProblem(name)
}

/** The named moments of a store, the latest first. */
export async function namedMomentsOf(
  prisma: ReadingClient,
  store: Pick<StoreRow, 'key' | 'lastSequence'>,
): Promise<ListedMoment[]> {
  const moments = await prisma.namedMoment.findMany({
    where: { storeKey: store.key },
    orderBy: { sequence: 'desc' },
    include: { event: { select: { createdAt: true } } },
  })
  return moments.map(({ sequence, name, event, actorType, actorId }) => ({
    sequence,
    name,
    at: event?.createdAt ?? null,
    namedBy: { type: actorType, id: actorId },
    changesSince: Math.max(0, store.lastSequence - sequence),
  }))
}
