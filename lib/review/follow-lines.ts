import { commonLinesAside } from '@/lib/scan/line-pairs'
import { followedLines } from '@/lib/text/followed-lines'
import type { LineRange } from '@/lib/text/line-range'

/** Like `followedLines`, but nobody waits while large texts are compared. */
export async function followLines(
  from: string,
  to: string,
): Promise<(lines: LineRange) => LineRange | null> {
  return followedLines(from, to, from === to ? [] : await commonLinesAside(from, to))
}
