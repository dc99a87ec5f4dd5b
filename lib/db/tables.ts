import { TABLES as OF_MODELS, TEXTS } from './generated/tables'

/** A table, as `prisma/models` declares it. */
export interface Table {
  name: string
  primaryKey: readonly string[]
  /** what each of its rows belongs to and is deleted with; null: to nothing of these */
  owner: 'store' | 'changeset' | 'seed' | null
}

/** All tables but that of the migrations. */
export const TABLES: readonly Table[] = OF_MODELS

/** The columns that can hold text which a person or an agent wrote, with what the models say of it. */
export { TEXTS }

/** Throws if there is no such table. */
export function primaryKeyOf(table: string): readonly string[] {
  const found = TABLES.find(({ name }) => name === table)
  if (!found) throw new Error(`${table} is no table`)
  return found.primaryKey
}
