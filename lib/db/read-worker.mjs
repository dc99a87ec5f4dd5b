// One reading connection in its own thread, for lib/db/sqlite-readers: runs a statement at a time
// and sends its rows in batches. It reads the next batch once the last one was taken, so that
// neither side holds a whole result twice and the serving thread never has much to unpack at once.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

const BATCH_ROWS = 512
const BATCH_BYTES = 256 * 1024

/** The engine's page cache of this connection. */
const PAGE_CACHE_KIB = 16 * 1024

/** Statements kept prepared; lists of different lengths make different ones. */
const MAX_STATEMENTS = 200

// The serving thread goes first. Outside Linux this would apply to the whole process.
if (process.platform === 'linux') setPriority(10)

const database = new Sqlite(workerData.file, { readonly: true, timeout: 5000 })
database.pragma('temp_store = MEMORY')
database.pragma(`cache_size = -${PAGE_CACHE_KIB}`)

/** The number of the cancelled query; the other side writes it, possibly in the middle of a batch. */
const unwanted = new Int32Array(workerData.unwanted)

const statements = new Map()

function prepared(text) {
  const known = statements.get(text)
  if (known) return known
  if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value)
  const statement = database.prepare(text).raw()
  statements.set(text, statement)
  return statement
}

/** The query in progress and its rows that are still unread. */
let current = null

parentPort.on('message', (message) => {
  if (message.kind === 'ask') begin(message)
  if (current?.id !== message.id) return
  if (message.kind === 'stop') end({ ended: true })
  else answer()
})

function begin({ id, text, params, mostRows }) {
  try {
    const statement = prepared(text)
    const columns = statement.columns().map((column) => column.name)
    current = { id, columns, left: mostRows, rows: statement.iterate(...params) }
  } catch (error) {
    parentPort.postMessage({ id, error: described(error) })
  }
}

function answer() {
  try {
    const rows = []
    for (let bytes = 0; rows.length < BATCH_ROWS && bytes < BATCH_BYTES;) {
      if (Atomics.load(unwanted, 0) === current.id) return end({ ended: true })
      const next = current.left > 0 ? current.rows.next() : { done: true }
      if (next.done) return end({ columns: current.columns, rows, ended: true })
      current.left--
      rows.push(next.value)
      bytes += sizeOf(next.value)
    }
    parentPort.postMessage({ id: current.id, columns: current.columns, rows })
  } catch (error) {
    end({ error: described(error) })
  }
}

function end(message) {
  const { id, rows } = current
  current = null
  rows.return()
  parentPort.postMessage({ id, ...message })
}

function sizeOf(row) {
  return row.reduce((sum, value) => sum + (value?.length ?? 8), 0)
}

function described({ name, message, code }) {
  return { name, message, code }
}
