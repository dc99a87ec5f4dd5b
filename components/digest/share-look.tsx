import type { CSSProperties } from 'react'

const stripes = (angle: number, ink: string) =>
  `repeating-linear-gradient(${angle}deg, ${ink} 0 2px, transparent 2px 5px)`

/** Fills for the shares of a whole that can be told apart without colour. */
export const SHARE_STYLES = {
  solid: { background: 'var(--ink-2)' },
  hatched: { background: stripes(-45, 'var(--ink-3)'), boxShadow: 'inset 0 0 0 1px var(--ink-3)' },
  light: { background: 'var(--track)', boxShadow: 'inset 0 0 0 1px var(--line-2)' },
  striped: {
    background: stripes(0, 'var(--removed)'),
    boxShadow: 'inset 0 0 0 1px var(--removed)',
  },
  dotted: {
    background: 'radial-gradient(var(--caution) 1px, transparent 1.4px) 0 0 / 4px 4px',
    boxShadow: 'inset 0 0 0 1px var(--caution)',
  },
  outlined: { boxShadow: 'inset 0 0 0 1px var(--ink-3)' },
} as const satisfies Record<string, CSSProperties>

export type ShareLook = keyof typeof SHARE_STYLES

/** Beside its name. */
export function ShareSample({ look }: { look: ShareLook }) {
  return (
    <span aria-hidden className="mt-1 size-3 shrink-0 rounded-[3px]" style={SHARE_STYLES[look]} />
  )
}
