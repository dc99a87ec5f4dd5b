import { totalOf } from '@/lib/context/context-size'
import { marksOf } from '@/lib/context/context-settings'
import { levelOf, markTokens, type MarkLevel, type Marks } from '@/lib/context/marks'
import { settings } from '@/lib/settings'
import { knownWindowOf } from './model-window'
import type { Session } from './session'

/** How full a session's context is, against its marks. */
export interface ContextGauge {
  tokens: number
  /** how many of them are a guess */
  estimated: number
  window: number
  marks: Marks
  /** the marks in tokens */
  markTokens: Marks
  level: MarkLevel
}

export function contextGauge(session: Pick<Session, 'settings' | 'context'>): ContextGauge {
  const { context } = session
  const marks = marksOf(session.settings.context, settings().contextMarks)
  const window =
    session.settings.context.window ?? context.window ?? knownWindowOf(session.settings)
  const tokens = totalOf(context)
  return {
    tokens,
    estimated: context.estimated,
    window,
    marks,
    markTokens: {
      warning: markTokens(marks.warning, window),
      error: markTokens(marks.error, window),
      compaction: marks.compaction === null ? null : markTokens(marks.compaction, window),
    },
    level: levelOf(tokens, window, marks),
  }
}
