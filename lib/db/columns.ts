import type { Model } from './client'
import { COLUMNS } from './generated/columns'
import type { Prisma } from './generated/sqlite/client'

/** The scalar fields of a model, as `prisma/models` declares them. */
type Scalars<M extends Model> = Prisma.TypeMap['model'][Capitalize<M>]['payload']['scalars']

/** The columns that a SELECT names, and the row that they make. */
export interface Columns<Row> {
  /** for the SELECT: `k.store_ids AS "storeIds"` */
  readonly list: string
  /** of the type only: it holds nothing */
  readonly row?: Row
}

/** The row that columns make. */
export type RowOf<C extends Columns<unknown>> = NonNullable<C['row']>

/**
 * Fields of a model for a statement in SQL, in which its table is called `alias`: the models say how
 * the columns are called and what they hold, so that a row is never typed by hand.
 */
export function columns<M extends Model, F extends keyof Scalars<M> & string>(
  alias: string,
  model: M,
  fields: readonly F[],
): Columns<Pick<Scalars<M>, F>> {
  const names: Readonly<Record<string, string>> = COLUMNS[model]
  const list = fields.map((field) => `${alias}.${names[field] ?? field} AS "${field}"`)
  return { list: list.join(', ') }
}
