// What prisma/models say of the tables: how a row is found, what it is deleted with, and what its
// columns of text hold. Redaction, purging and compaction follow it (lib/db/tables.ts).

/**
 * The data model as @prisma/get-dmmf reads it.
 *
 * @typedef {{ name: string, dbName?: string | null, type: string, isId: boolean,
 *   isRequired: boolean, documentation?: string }} Field
 * @typedef {{ models: readonly { dbName: string | null, fields: readonly Field[],
 *   primaryKey: { fields: readonly string[] } | null }[] }} Datamodel
 */

/** Owners of rows, by the key that all of their rows have and are deleted by. */
const OWNERS = [
  ['storeKey', 'store'],
  ['changesetKey', 'changeset'],
  ['seedKey', 'seed'],
]

const SAYS_TEXT = /^@text (memory|remark|conversation)(?: (line|mount|json))?$/m
const SAYS_NO_TEXT = /^not text: \S/m

const columnOf = ({ name, dbName }) => dbName ?? name

/**
 * Each table, in the order of the models.
 *
 * @param {Datamodel} datamodel
 * @returns {{ name: string, primaryKey: string[], owner: string | null }[]}
 */
export function tablesOf({ models }) {
  return models.map(({ dbName: name, fields, primaryKey }) => {
    const named = (wanted) => fields.find((field) => field.name === wanted)
    const key = primaryKey?.fields.map(named) ?? fields.filter(({ isId }) => isId)
    const [, owner = null] = OWNERS.find(([each]) => named(each)?.isRequired) ?? []
    return { name, primaryKey: key.map(columnOf), owner }
  })
}

/**
 * Each column that can hold text that a person or an agent wrote. Throws if a column of text says
 * neither what it holds nor why it can hold none.
 *
 * @param {Datamodel} datamodel
 * @returns {{ place: string, table: string, column: string, holds: string, format: string }[]}
 */
export function textsOf({ models }) {
  const silent = []
  const texts = models.flatMap(({ dbName: table, fields }) =>
    fields.filter(isText).flatMap((field) => {
      const column = columnOf(field)
      const place = `${table}.${column}`
      const says = field.documentation ?? ''
      const [, holds, format = 'text'] = SAYS_TEXT.exec(says) ?? []
      if (holds) return [{ place, table, column, holds, format }]
      if (!SAYS_NO_TEXT.test(says)) silent.push(place)
      return []
    }),
  )
  if (silent.length > 0) {
    const names = silent.join(', ')
    throw new Error(`what these hold is not said (prisma/models/schema.prisma): ${names}`)
  }
  return texts
}

const TYPES = ['String', 'Bytes', 'Json']

/** Words of enums are none, and `id` is always ours. */
const isText = ({ name, type }) => TYPES.includes(type) && name !== 'id'
