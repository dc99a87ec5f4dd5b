import fs, { cpSync, writeSync } from 'node:fs'
import fsp from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import Sqlite from 'better-sqlite3'

/**
 * Ends this process with SIGKILL before the k-th step that a disk may see: a BEGIN, COMMIT or VACUUM at
 * the drivers, or a call of `fs` that changes a file. Imported first by programs that are killed in every
 * step; `KILL_AT` is k. With `LEFT_OF` and `LEFT_IN`, folders, the process goes on, and before each step, or
 * only each `LEFT_EVERY`, one is copied into the other; what the copy is called is said on descriptor 3.
 */

const killAt = Number(process.env.KILL_AT ?? Infinity)
const { LEFT_OF, LEFT_IN, LEFT_EVERY = '1' } = process.env
let steps = 0
let isCopying = false

function step(): void {
  if (isCopying) return
  const isLeft = steps % Number(LEFT_EVERY) === 0
  if (LEFT_OF !== undefined && LEFT_IN !== undefined && isLeft) copy(LEFT_OF, LEFT_IN)
  if (steps++ === killAt) process.kill(process.pid, 'SIGKILL')
}

function copy(folder: string, into: string): void {
  const name = `step ${steps}`
  isCopying = true
  // The index of a journal is made anew by whoever opens a file that nobody has, as after a kill.
  const filter = (name: string) => !name.endsWith('-shm')
  cpSync(folder, path.join(into, name), { recursive: true, filter })
  isCopying = false
  writeSync(3, `${name}\n`)
}

const STEPS = /^\s*(?:BEGIN|COMMIT|VACUUM|CREATE DATABASE)/i

type Method = (...args: unknown[]) => unknown

function before(
  target: object,
  name: string,
  isStep: (first: unknown, self: unknown) => boolean,
): void {
  const methods = target as Record<string, Method>
  const original = methods[name]
  if (!original) return
  methods[name] = function (this: unknown, ...args: unknown[]) {
    if (isStep(args[0], this)) step()
    return original.apply(this, args)
  }
}

const isSql = (first: unknown) => {
  const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text
  return STEPS.test(text ?? '')
}

before(Sqlite.prototype, 'exec', isSql)
const prepared = new Sqlite(':memory:').prepare('SELECT 1')
const isPreparedSql = (_: unknown, self: unknown) => isSql((self as Sqlite.Statement).source)
before(Object.getPrototypeOf(prepared) as object, 'run', isPreparedSql)
if (process.argv.some((each) => each.startsWith('postgresql:'))) {
  const { default: pg } = await import('pg')
  before(pg.Client.prototype, 'query', isSql)
}
const CHANGING = ['rename', 'rm', 'unlink', 'mkdir', 'writeFile', 'copyFile', 'link', 'truncate']
for (const name of CHANGING) {
  before(fs, name, () => true)
  before(fs, `${name}Sync`, () => true)
  before(fsp, name, () => true)
}
syncBuiltinESMExports()
