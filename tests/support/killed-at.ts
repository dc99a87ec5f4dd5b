import fs from 'node:fs'
import fsp from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import Sqlite from 'better-sqlite3'

/**
 * Ends this process with SIGKILL before the k-th step that a disk may see: a BEGIN, COMMIT or VACUUM at
 * the drivers, or a call of `fs` that changes a file. Imported first by programs that are killed in every
 * step; `KILL_AT` is k.
 */

const killAt = Number(process.env.KILL_AT ?? Infinity)
let steps = 0

function step(): void {
  if (steps++ === killAt) process.kill(process.pid, 'SIGKILL')
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
