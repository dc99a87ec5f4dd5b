import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, vi } from 'vitest'
import { bundle } from '@/tests/support/bundle'
import type { ModelServer, RuledModel } from '@/tests/support/scripted-model-server'

/** Something that is asked again, begun by nobody yet. */
export interface AskedAgain {
  /** of its database */
  readonly url: string
  readonly model: string
  /** each answer is one request */
  readonly rule: RuledModel
  /** the steps of its answers that are stored, in the order in which they were asked for */
  readonly steps: () => Promise<readonly string[]>
}

/**
 * For a test file: has processes go on with something, each killed at one of these numbers of stored
 * answers (ascending) while the next ones are under way, and one that ends it. Returns how many answers
 * were under way in all. `name`: of the file's bundle.
 */
export function killedAskers(server: ModelServer, name: string) {
  let asker = ''
  beforeAll(async () => {
    asker = await bundle(`crash-asker-${name}`, 'tests/crash/asker.ts')
  })
  const asking = (url: string) =>
    spawn(process.execPath, [asker, url], { stdio: ['ignore', 'inherit', 'inherit'] })
  return async ({ url, model, rule, steps }: AskedAgain, kills: readonly number[]) => {
    const lost: (() => number)[] = []
    for (const kill of kills) {
      const answers = kill - (await steps()).length
      let asked = 0
      let release = () => {}
      const killed = new Promise<void>((resolve) => (release = resolve))
      server.rule(model, (request) => {
        const answer = rule(request)
        const isHeld = ++asked > answers && 'parts' in answer
        return isHeld ? { parts: answer.parts, holdAfter: 1, until: killed } : answer
      })
      const child = asking(url)
      const isUnderWay = async () => asked > answers && (await steps()).length === kill
      const closed = once(child, 'close')
      await vi
        .waitUntil(isUnderWay, { timeout: 60_000, interval: 20 })
        .finally(() => child.kill('SIGKILL'))
      await closed
      release()
      // It may have asked for some more that are only read now.
      lost.push(() => asked - answers)
    }
    server.rule(model, rule)
    await once(asking(url), 'close')
    return lost.reduce((sum, count) => sum + count(), 0)
  }
}

/** The numbers of answers with which each step begins, and of one answer into it. */
export function inEachStep(steps: readonly string[]): number[] {
  const begins = [...new Set(steps)].map((step) => steps.indexOf(step))
  const numbers = new Set(begins.flatMap((begin) => [begin, begin + 1]))
  return [...numbers].filter((number) => number < steps.length)
}
