import { Worker } from 'node:worker_threads'
import { createRequire } from 'node:module'
import path from 'node:path'

const MAX_FOUND = 20

const SOURCE = `
const { workerData, parentPort } = require('node:worker_threads')
const Sqlite = require(workerData.module)
try {
  const database = new Sqlite(workerData.file, { readonly: true, timeout: 60000 })
  parentPort.postMessage(database.pragma(workerData.check).map((row) => Object.values(row)[0]))
  database.close()
} catch (error) {
  // An error of SQLite loses its message between threads.
  parentPort.postMessage([error.message])
}`

/**
 * Reads a whole SQLite file in a separate thread; returns what is wrong with it, nothing when it is
 * intact. `quick` skips comparing indexes with their tables.
 */
export async function fileProblems(file: string, depth: 'quick' | 'whole'): Promise<string[]> {
  const module = createRequire(path.join(process.cwd(), 'package.json')).resolve('better-sqlite3')
  const check = depth === 'quick' ? `quick_check(${MAX_FOUND})` : `integrity_check(${MAX_FOUND})`
  const found = await new Promise<string[]>((resolve, reject) => {
    const worker = new Worker(SOURCE, { eval: true, workerData: { file, module, check } })
    worker.unref()
    worker.once('message', resolve)
    worker.once('error', reject)
  }).catch((error: unknown) => [error instanceof Error ? error.message : String(error)])
  return found.filter((line) => line !== 'ok')
}
