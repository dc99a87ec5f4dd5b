import { createHash } from 'node:crypto'
import type { SqlValue, Statement } from './sql'
import { asOne } from './sql/postgresql-protocol'

/** A statement as it is sent to PostgreSQL. */
interface Prepared {
  /** left out: it is parsed each time */
  name?: string
  text: string
}

const prepared = new Map<string, Prepared>()

/**
 * The most statements that get a name. Our own are some hundreds; Prisma's client writes one for
 * each length of a list, and a connection keeps what it was given a name for.
 */
const MAX_NAMED = 3_000

/** `?` becomes `$1`, `$2`, …; the statement is named so that each connection parses it once. */
export function prepare(text: string): Prepared {
  const known = prepared.get(text)
  if (known) return known
  let position = 0
  const numbered = text.replace(/\?/g, () => `$${++position}`)
  if (prepared.size >= MAX_NAMED) return { text: numbered }
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  prepared.set(text, { name, text: numbered })
  return { name, text: numbered }
}

/** Inserts of one table, of one row each, that can be one statement of many rows. */
interface Batch {
  text: string
  kind: Kind
  rows: (readonly SqlValue[])[]
}

/** The row of a plain INSERT, or null: a statement of another kind. */
interface Kind {
  table: string
  row: string | null
}

const kinds = new Map<string, Kind>()

const PLAIN_INSERT = /^INSERT INTO \w+ \([\w\s,]+\)\s+VALUES (\([?\w\s,]+\))$/

function kindOf(text: string): Kind {
  let kind = kinds.get(text)
  if (!kind) {
    const [, table] = /^(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/.exec(text) ?? []
    if (table === undefined) throw new Error('a statement that may be sent later names its table')
    kind = { table, row: PLAIN_INSERT.exec(text)?.[1] ?? null }
    kinds.set(text, kind)
  }
  return kind
}

/** The most rows of one statement. Numbers of rows are powers of two, so that few are prepared. */
const MAX_ROWS = 64

/**
 * Merges statements: inserts of one row become inserts of many. The order is kept within each
 * table.
 */
export function merged(statements: readonly Statement[]): Statement[] {
  const batches: Batch[] = []
  const last = new Map<string, Batch>()
  for (const { text, params } of statements) {
    const kind = kindOf(text)
    const open = last.get(kind.table)
    if (open?.text === text && kind.row !== null) {
      open.rows.push(params)
      continue
    }
    const batch = { text, kind, rows: [params] }
    batches.push(batch)
    last.set(kind.table, batch)
  }
  return batches.flatMap(statementsOf)
}

/**
 * Statements in as few as possible: merged, or else joined. Not both: those of many rows are few a
 * write, and joined there would be more different ones than can be prepared.
 */
export function inFew(statements: readonly Statement[]): Statement[] {
  const few = merged(statements)
  return few.length < statements.length ? few : joined(statements)
}

/**
 * Joins statements of different tables into one. Their order is kept; a table's next statement begins
 * another, because the parts of one do not see what the others wrote.
 */
function joined(statements: readonly Statement[]): Statement[] {
  const groups: Statement[][] = []
  const tables = new Set<string>()
  for (const statement of statements) {
    const { table } = kindOf(statement.text)
    if (groups.length === 0 || tables.has(table)) {
      groups.push([])
      tables.clear()
    }
    tables.add(table)
    groups.at(-1)?.push(statement)
  }
  return groups.map(asOne)
}

function statementsOf({ text, kind, rows }: Batch): Statement[] {
  const statements: Statement[] = []
  for (let from = 0; from < rows.length;) {
    const count = Math.min(MAX_ROWS, 2 ** Math.floor(Math.log2(rows.length - from)))
    const more = `, ${kind.row}`.repeat(count - 1)
    statements.push({ text: text + more, params: rows.slice(from, from + count).flat() })
    from += count
  }
  return statements
}
