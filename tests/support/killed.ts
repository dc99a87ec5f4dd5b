import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { database, write } from '@/lib/db'
import { allDone } from '@/lib/ending'
import { recoverSessions } from '@/lib/sessions/recover'
import { bundle } from './bundle'
import { onDatabase } from './own-database'

/** On descriptor 3 before the number of a step whose folder was copied. */
const STEP = 'step '

/** How a program ended, and what it acknowledged on descriptor 3, a line each. */
export interface Ended {
  isKilled: boolean
  acknowledged: string[]
}

interface Program {
  /** its source; it imports `killed-at` first where it is killed in every step */
  entry: string
  args: readonly string[]
  env?: Record<string, string>
}

/** Runs a program to its end, or until the k-th step kills it. Throws where it ends in another way. */
export const runUntil = (program: Program, step: number): Promise<Ended> =>
  run(program, { KILL_AT: String(step) }, () => {})

/** Runs a program and kills it once it has acknowledged this much. */
export function killAfter(program: Program, acknowledgements: number): Promise<Ended> {
  return run(program, {}, (child, count) => {
    if (count >= acknowledgements) child.kill('SIGKILL')
  })
}

interface EveryStep<Ground> {
  /** makes what the program works on; `folder`: where that lies, the database's own unless set */
  prepare: () => Promise<Ground & { program: Program; folder?: string }>
  /** looks at what is left: in the database that all verbs find, or in the copy of the folder */
  check: (ground: Ground, ended: Ended, folder: string) => Promise<void>
  /** only each such step: an odd number meets what stands before a BEGIN and before a COMMIT */
  every?: { sqlite: number; postgresql: number }
}

/**
 * Looks at what a kill of a program before its first step, its second, and so on would leave, and at what
 * its end leaves. With files it runs once, and its folder is copied before each step: a kill takes nothing
 * from a file that was written. On PostgreSQL it runs anew for each kill. Resolves with the number of kills.
 */
export const killedInEveryStep = <Ground>(of: EveryStep<Ground>): Promise<number> =>
  database().kind === 'sqlite' ? leftInEveryStep(of) : killedAnew(of)

async function leftInEveryStep<Ground>(of: EveryStep<Ground>): Promise<number> {
  const { prepare, check, every = { sqlite: 1 } } = of
  const copies = mkdtempSync(path.join(tmpdir(), 'palimpsest-left-'))
  try {
    const ground = await prepare()
    const folder = ground.folder ?? path.dirname(database().file ?? '')
    const left = { LEFT_IN: copies, LEFT_OF: folder, LEFT_EVERY: String(every.sqlite) }
    const said = await run(ground.program, left, () => {})
    const isStep = (line: string) => line.startsWith(STEP)
    const steps = said.acknowledged.filter(isStep)
    for (const line of steps) {
      const before = said.acknowledged.slice(0, said.acknowledged.indexOf(line))
      const ended = { isKilled: true, acknowledged: before.filter((each) => !isStep(each)) }
      const copy = path.join(copies, line)
      const look = () => check(ground, ended, copy)
      await (ground.folder === undefined
        ? onDatabase(urlIn(copy), () => look().then(allDone))
        : look())
      rmSync(copy, { recursive: true })
    }
    const acknowledged = said.acknowledged.filter((line) => !isStep(line))
    await check(ground, { isKilled: false, acknowledged }, folder)
    return steps.length
  } finally {
    rmSync(copies, { recursive: true })
  }
}

const urlIn = (folder: string) => `file:${path.join(folder, 'palimpsest.db')}`

async function killedAnew<Ground>(of: EveryStep<Ground>): Promise<number> {
  for (let kills = 0; ; kills++) {
    const ground = await of.prepare()
    const ended = await runUntil(ground.program, kills * (of.every?.postgresql ?? 1))
    await of.check(ground, ended, '')
    if (!ended.isKilled) return kills
  }
}

/** As after half a minute: nobody has a lease that was not renewed. */
export const leasesRunOut = () => write((tx) => tx.lease.deleteMany())

/** The runs of sessions whose process was killed are found, and go on to their end. */
export async function runsFound(): Promise<void> {
  await leasesRunOut()
  await recoverSessions(new Date(Date.now() + 1_000))
  await allDone()
}

/** A program that goes on until it is ended. */
export interface Going {
  /** Resolves with the first line on descriptor 3, or null where it ended before. */
  begun: Promise<string | null>
  /** Resolves with how it ended, and what it said on standard error. */
  ended: Promise<{ code: number | null; complaint: string }>
  kill: (signal: 'SIGTERM' | 'SIGKILL') => void
}

/** Starts a program; whoever does ends it. */
export async function start({ entry, args, env = {} }: Program): Promise<Going> {
  const child = spawn(process.execPath, ['--liftoff-only', await bundle(entry), ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let complaint = ''
  child.stderr?.on('data', (bytes: Buffer) => (complaint += bytes.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, complaint }))
  const said = once(child.stdio[3] as Readable, 'data').then(([bytes]) => String(bytes).trim())
  const begun = Promise.race([said, ended.then(() => null)])
  return { begun, ended, kill: (signal) => void child.kill(signal) }
}

async function run(
  { entry, args, env = {} }: Program,
  more: Record<string, string>,
  onLine: (child: ChildProcess, count: number) => void,
): Promise<Ended> {
  const bundled = await bundle(entry)
  const child = spawn(process.execPath, ['--liftoff-only', bundled, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...env, ...more },
  })
  let text = ''
  const lines = () => text.split('\n').slice(0, -1)
  const acknowledged = child.stdio[3] as Readable
  acknowledged.on('data', (bytes: Buffer) => {
    text += bytes.toString()
    onLine(child, lines().length)
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`${entry} ended with ${code ?? signal}`)
  // The kill may have cut off the last line.
  return { isKilled: signal === 'SIGKILL', acknowledged: lines() }
}
