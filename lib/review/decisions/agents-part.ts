import { commonLinesAside } from '@/lib/scan/line-pairs'
import type { ProposedChange } from '@/lib/store/proposals/propose-changes'
import type { LinePair } from '@/lib/text/matching-lines'
import { splitLines } from '@/lib/text/lines'

/**
 * Reconstructs a proposed change without the edits that a person made before allowing it: the
 * agent's lines that they kept, the lines that the agent kept, and none of what they wrote or took
 * out of the agent's. Null if they kept no line that the agent wrote. Every line of it is in the
 * memory before, or in the person's text.
 */
export async function agentsPart(
  { before, after }: Pick<ProposedChange, 'before' | 'after'>,
  content: string,
): Promise<string | null> {
  const earlier = before?.content ?? ''
  const proposed = after?.content ?? ''
  const wasThere = await commonLinesAside(earlier, proposed)
  const left = await commonLinesAside(proposed, content)
  const isEarlier = new Set(wasThere.map((pair) => pair.after))
  const lines = linesOf(proposed)
  const isTheirs = (at: number) => !isEarlier.has(at) && lines[at]?.trim() !== ''
  if (!left.some((pair) => isTheirs(pair.before))) return null
  const putBack = await commonLinesAside(earlier, content)
  const part = partOf(lines, linesOf(content), {
    left,
    isEarlier,
    isPutBack: new Set(putBack.map((pair) => pair.after)),
  })
  return content.endsWith('\n') ? `${part.join('\n')}\n` : part.join('\n')
}

const linesOf = (text: string) => (text === '' ? [] : splitLines(text))

interface KnownLines {
  /** of the proposed text and the person's */
  left: readonly LinePair[]
  /** places in the proposed text of lines that stood before */
  isEarlier: ReadonlySet<number>
  /** places in the person's text of lines that stood before */
  isPutBack: ReadonlySet<number>
}

function partOf(
  proposed: readonly string[],
  written: readonly string[],
  { left, isEarlier, isPutBack }: KnownLines,
): string[] {
  const lines: string[] = []
  let from: LinePair = { before: 0, after: 0 }
  for (const pair of [...left, { before: proposed.length, after: written.length }]) {
    for (let at = from.before; at < pair.before; at++) {
      if (isEarlier.has(at)) lines.push(proposed[at] ?? '')
    }
    for (let at = from.after; at < pair.after; at++) {
      if (isPutBack.has(at)) lines.push(written[at] ?? '')
    }
    if (pair.after < written.length) lines.push(written[pair.after] ?? '')
    from = { before: pair.before + 1, after: pair.after + 1 }
  }
  return lines
}
