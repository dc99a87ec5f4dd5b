import { totalOf } from '@/lib/context/context-size'
import { thresholdsOf } from '@/lib/context/context-settings'
import {
  levelOf,
  thresholdTokens,
  type ContextLevel,
  type ContextThresholds,
} from '@/lib/context/context-thresholds'
import { settings } from '@/lib/settings'
import { knownWindowOf } from './model-window'
import type { Session } from './session'

/** The size of a session's context, against its thresholds. */
export interface ContextGauge {
  tokens: number
  /** how many of them are estimated */
  estimated: number
  window: number
  thresholds: ContextThresholds
  /** thresholds in tokens */
  thresholdTokens: ContextThresholds
  level: ContextLevel
}

export function contextGauge(session: Pick<Session, 'settings' | 'context'>): ContextGauge {
  const { context } = session
  const thresholds = thresholdsOf(session.settings.context, settings().contextThresholds)
  const window =
    session.settings.context.window ?? context.window ?? knownWindowOf(session.settings)
  const tokens = totalOf(context)
  return {
    tokens,
    estimated: context.estimated,
    window,
    thresholds,
    thresholdTokens: {
      warning: thresholdTokens(thresholds.warning, window),
      error: thresholdTokens(thresholds.error, window),
      compaction:
        thresholds.compaction === null ? null : thresholdTokens(thresholds.compaction, window),
    },
    level: levelOf(tokens, window, thresholds),
  }
}
