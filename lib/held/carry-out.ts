import type { Actor, Cause } from '@/lib/store/model/actor'
import type { Step } from '@/lib/store/plan/plan'
import { applySteps } from '@/lib/store/plan/steps'
import { change, type Change } from '@/lib/store/write/change'
import { sha256Hex } from '@/lib/text/content'
import type { HeldWrite } from './held-writes'
import { type Landing, landingOf } from './landing'
import { linesWithEnds } from '@/lib/text/lines'
import { type LinePair, matchingLines } from '@/lib/text/matching-lines'

export interface Allowed {
  held: HeldWrite
  /** their text in place of the agent's, and who they are */
  edited: { content: string; by: Actor } | null
}

/**
 * Writes what a person allowed: as the agent, and their own text as theirs. `mayLand`: whether what would
 * land by now is what they saw. Answers the versions, null: it is not, and nothing was written.
 */
export async function carryOut(
  { held, edited }: Allowed,
  cause: Cause,
  mayLand: (c: Change, landing: Landing) => boolean | Promise<boolean>,
): Promise<string[] | null> {
  const batch = held.steps.length > 1 || edited ? { batch: { kind: 'allow' as const } } : {}
  return change<string[] | null>(
    held.storeId,
    { ...cause, isPassed: true },
    async (c) => {
      const landing = await landingOf(held, [], c.tx)
      if (!(await mayLand(c, landing))) return c.nothing(null)
      if (edited) return writeEdited(c, landing, edited)
      return landing.isPossible ? written(c, landing.steps) : c.nothing(null)
    },
    { ...batch, isLong: held.steps.length > 50 },
  )
}

async function written(c: Change, steps: readonly Step[]): Promise<string[]> {
  const applied = await applySteps(c, [...steps])
  return applied.flatMap((step) => (step.isWritten ? [step.versionId] : []))
}

/** First the agent's lines that the person left, as the agent's; then the person's text, as theirs. */
async function writeEdited(
  c: Change,
  { steps: [step], before: [before = null], isPossible }: Landing,
  { content, by }: NonNullable<Allowed['edited']>,
): Promise<string[]> {
  if (!step || step.op === 'delete') return c.nothing(null)
  const proposed = step.content ?? before ?? ''
  const left = isPossible ? agentsPart(before ?? '', proposed, content) : null
  const expected = before === null ? null : sha256Hex(before)
  const onHead = { op: 'write', path: step.path, expected } as const
  const moved = step.op === 'rename' && expected !== null ? { ...step, expected } : null
  const revived = step.op === 'revive' && isPossible ? step : null
  const begun: Step = moved ?? revived ?? { ...onHead, content }
  const person: Change = { ...c, cause: { ...c.cause, actor: by, isAgent: false } }
  if (left === null || left === before) return written(person, [{ ...begun, content }])
  const agents = await written(c, [{ ...begun, content: left }])
  if (left === content) return agents
  const over: Step = { ...onHead, content, expected: sha256Hex(left) }
  return [...agents, ...(await written(person, [over]))]
}

/**
 * A write without what a person changed of it before they allowed it: the agent's lines that they left,
 * the lines that the agent left, and nothing of their own. Null: they left no line that the agent wrote.
 */
export function agentsPart(before: string, proposed: string, written: string): string | null {
  const [earlier, agents, persons] = [before, proposed, written].map(linesWithEnds) as [
    string[],
    string[],
    string[],
  ]
  const isEarlier = new Set(pairsOf(earlier, agents).map((pair) => pair.after))
  const left = pairsOf(agents, persons)
  const isTheirs = (at: number) => !isEarlier.has(at) && agents[at]?.trim() !== ''
  if (!left.some((pair) => isTheirs(pair.before))) return null
  const isPutBack = new Set(pairsOf(earlier, persons).map((pair) => pair.after))
  const lines: string[] = []
  let from: LinePair = { before: 0, after: 0 }
  for (const pair of [...left, { before: agents.length, after: persons.length }]) {
    lines.push(
      ...agents.slice(from.before, pair.before).filter((_, at) => isEarlier.has(from.before + at)),
    )
    lines.push(
      ...persons.slice(from.after, pair.after).filter((_, at) => isPutBack.has(from.after + at)),
    )
    lines.push(...persons.slice(pair.after, pair.after + 1))
    from = { before: pair.before + 1, after: pair.after + 1 }
  }
  return lines
    .map((line, at) => (at < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line))
    .join('')
}

/** A line is the same with and without its end. */
const pairsOf = (before: readonly string[], after: readonly string[]): LinePair[] =>
  matchingLines(before.map(bare), after.map(bare))

const bare = (line: string) => line.replace(/\r?\n$/, '')
