import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { bundle } from './bundle'

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
export function runUntil(program: Program, step: number): Promise<Ended> {
  return run(program, { KILL_AT: String(step) }, () => {})
}

/** Runs a program and kills it once it has acknowledged this much. */
export function killAfter(program: Program, acknowledgements: number): Promise<Ended> {
  return run(program, {}, (child, count) => {
    if (count >= acknowledgements) child.kill('SIGKILL')
  })
}

/**
 * Runs a program anew with a kill before its first step, its second, and so on, until it ends by itself;
 * `prepare` makes what it works on, `check` looks at what is left. `every`: only each such step. Resolves
 * with the number of kills.
 */
export async function killedInEveryStep<Ground>(of: {
  prepare: () => Promise<Ground & { program: Program }>
  check: (ground: Ground, ended: Ended) => Promise<void>
  every?: number
}): Promise<number> {
  for (let kills = 0; ; kills++) {
    const ground = await of.prepare()
    const ended = await runUntil(ground.program, kills * (of.every ?? 1))
    await of.check(ground, ended)
    if (!ended.isKilled) return kills
  }
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
