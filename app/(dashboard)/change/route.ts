import { hunkLinesOf } from '@/components/review/hunk-lines'
import type { HunkLines } from '@/components/review/shown'
import { changesToReview } from '@/lib/review/change-to-review'
import { changedSinceLooked } from '@/lib/review/settle'
import { memoryNotFound } from '@/lib/store/model/problems'
import { answering } from '../answered'

/** The lines of a hunk, as it was `shown`: `wide`, in `clear`, or with their `text` to be edited. */
export const GET = answering(async (asked): Promise<HunkLines> => {
  const memory = asked.get('memory') ?? ''
  const shown = asked.get('shown')
  const at = Number(asked.get('hunk'))
  const isText = asked.has('text')
  const inClear = asked.has('clear') || isText ? { memoryId: memory, hunk: at } : undefined
  const [change] = await changesToReview([memory], inClear)
  if (!change) throw memoryNotFound('', memory)
  const hunk = change.hunks[at]
  if (!hunk || change.shown !== shown) throw changedSinceLooked(change.path)
  const from = hunk.afterFrom
  const to = hunk.afterFrom + hunk.afterCount
  const { lines: all = [], isUnended = false } = change.head ?? {}
  const own = all.slice(from, to).join('\n')
  // With `\r` a field would show a line more, behind which one would write on.
  const text = isUnended && to === all.length ? own : own.replace(/\r$/, '')
  const lines = hunkLinesOf(change)(hunk, asked.has('wide'))
  return isText ? { ...lines, text } : lines
})
