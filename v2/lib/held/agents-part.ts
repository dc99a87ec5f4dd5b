import { linesWithEnds } from '@/lib/text/lines'
import { type LinePair, matchingLines } from '@/lib/text/matching-lines'

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
