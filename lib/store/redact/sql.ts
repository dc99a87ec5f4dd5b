import { database, db, type Reader, type Tx } from '@/lib/db'
import { Prisma } from '@/lib/db/generated/sqlite/client'

/**
 * Finding and replacing in any column: tables and columns are those of the schema, which Prisma's client
 * cannot be told at run time, and its filters ignore case or read whole contents.
 */

type Value = string | number | bigint | null
export type Key = readonly Value[]

const named = (name: string) => Prisma.raw(`"${name}"`)
const list = (names: readonly string[]) => Prisma.join(names.map(named))

/** As it is stored, whatever the type of its column. */
const asText = (column: string) => Prisma.sql`CAST(${named(column)} AS TEXT)`

function holds(column: string, needles: readonly string[]): Prisma.Sql {
  const position = Prisma.raw(database().kind === 'postgresql' ? 'strpos' : 'instr')
  const any = needles.map((needle) => Prisma.sql`${position}(${asText(column)}, ${needle}) > 0`)
  return Prisma.join(any, ' OR ')
}

export interface Page {
  table: string
  /** in whose order rows are looked through */
  key: readonly string[]
  where: Prisma.Sql
  /** what to look for in each column, in any of these spellings */
  columns: readonly { name: string; needles: readonly string[] }[]
  /** further columns to answer */
  besides?: readonly string[]
  after: Key | null
  limit: number
}

/** Rows after a key, each column as 1 where it may hold one of the texts. */
export function lookedThrough(page: Page): Promise<Record<string, Value>[]> {
  const { table, key, where, columns, besides = [], after, limit } = page
  const beyond = after
    ? Prisma.sql`(${list(key)}) > (${Prisma.join([...after])})`
    : Prisma.sql`1 = 1`
  const found = columns.map(
    ({ name, needles }) =>
      Prisma.sql`CASE WHEN ${holds(name, needles)} THEN 1 ELSE 0 END AS ${named(`has ${name}`)}`,
  )
  return db.$queryRaw`SELECT ${list([...key, ...besides])}, ${Prisma.join(found)}
    FROM ${named(table)} WHERE (${where}) AND ${beyond} ORDER BY ${list(key)} LIMIT ${limit}`
}

/** Held writes of a store with one of these hashes. */
export const heldOn = (tx: Tx, storeId: string, hashes: readonly string[]) =>
  tx.$queryRaw<{ id: string; sessionId: string | null; steps: string }[]>`SELECT "id", "sessionId",
    ${asText('steps')} AS "steps" FROM "HeldWrite"
    WHERE "storeId" = ${storeId} AND (${holds('steps', hashes)})`

const isRow = (key: readonly string[], values: Key) =>
  Prisma.join(
    key.map((name, at) => Prisma.sql`${named(name)} = ${values[at] ?? null}`),
    ' AND ',
  )

export interface Row {
  table: string
  key: readonly string[]
  values: Key
}

/** The values of a row's columns, JSON as it is written; null: the row is not there. */
export async function valuesOf(
  client: Pick<Reader, '$queryRaw'> | Pick<Tx, '$queryRaw'>,
  { table, key, values }: Row,
  columns: readonly string[],
): Promise<Record<string, string | null> | null> {
  const all = columns.map((column) => Prisma.sql`${asText(column)} AS ${named(column)}`)
  const [row] = await client.$queryRaw<Record<string, string | null>[]>`SELECT ${Prisma.join(all)}
    FROM ${named(table)} WHERE ${isRow(key, values)}`
  return row ?? null
}

export interface NewValue {
  column: string
  value: string
  isJson: boolean
}

export async function rewriteRow(
  tx: Pick<Tx, '$executeRaw'>,
  { table, key, values }: Row,
  fresh: readonly NewValue[],
): Promise<void> {
  const isTyped = database().kind === 'postgresql'
  const set = fresh.map(({ column, value, isJson }) => {
    const typed = isJson && isTyped ? Prisma.sql`${value}::json` : Prisma.sql`${value}`
    return Prisma.sql`${named(column)} = ${typed}`
  })
  await tx.$executeRaw`UPDATE ${named(table)} SET ${Prisma.join(set)} WHERE ${isRow(key, values)}`
}

export async function dropRow(tx: Pick<Tx, '$executeRaw'>, { table, key, values }: Row) {
  await tx.$executeRaw`DELETE FROM ${named(table)} WHERE ${isRow(key, values)}`
}
