'use client'

import dynamic from 'next/dynamic'
import type { PlottedSession } from './sessions-plot'
import type { TokensPlotProps } from './tokens-plot'
import type { PlottedTurn } from './turns-plot'

// The plot library is large: only pages with a plot load it, after the page itself.
const TokensPlot = dynamic(() => import('./tokens-plot').then((module) => module.TokensPlot), {
  ssr: false,
})
const TurnsPlot = dynamic(() => import('./turns-plot').then((module) => module.TurnsPlot), {
  ssr: false,
})
const SessionsPlot = dynamic(
  () => import('./sessions-plot').then((module) => module.SessionsPlot),
  {
    ssr: false,
  },
)

// Each placeholder has the plot's size, so that the layout does not shift.

/** The size of a context over time. */
export function LazyTokensPlot(props: TokensPlotProps) {
  return (
    <div className="min-h-80 lg:min-h-[15.625rem]">
      <TokensPlot {...props} />
    </div>
  )
}

/** Tokens in and out of each turn. */
export function LazyTurnsPlot(props: { turns: readonly PlottedTurn[]; chosen: number }) {
  return (
    <div className="min-h-36 lg:min-h-[5.5rem]">
      <TurnsPlot {...props} />
    </div>
  )
}

/** Tokens by session. */
export function LazySessionsPlot({ sessions }: { sessions: readonly PlottedSession[] }) {
  return (
    <div style={{ minHeight: sessions.length * 30 + 64 }}>
      <SessionsPlot sessions={sessions} />
    </div>
  )
}
