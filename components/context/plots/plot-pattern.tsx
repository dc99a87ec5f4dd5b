/** A fill for an area; distinguishable without colour, on light and on dark. */
export type PatternName = 'solid' | 'dots' | 'stripes' | 'pale' | 'grid' | 'fresh'

const TILE = 6

/**
 * A pattern by its id, for `fill="url(#id)"`. Its tiles align with the drawing, not with each area,
 * so that neighbours join.
 */
export function PlotPattern({ id, name }: { id: string; name: PatternName }) {
  return (
    <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
      <Tile name={name} />
    </pattern>
  )
}

function Tile({ name }: { name: PatternName }) {
  switch (name) {
    case 'solid':
      return <Ground color="var(--ink-2)" />
    case 'pale':
      return <Ground color="var(--line-2)" />
    case 'fresh':
      return <Ground color="var(--accent)" />
    case 'dots':
      return (
        <>
          <Ground color="var(--sheet)" />
          <circle cx={3} cy={3} r={1.4} style={{ fill: 'var(--ink)' }} />
        </>
      )
    case 'stripes':
      return (
        <>
          <Ground color="var(--sheet)" />
          <path
            d="M-1.5 1.5 L1.5 -1.5 M0 6 L6 0 M4.5 7.5 L7.5 4.5"
            style={{ stroke: 'var(--ink-2)', strokeWidth: 1.6 }}
          />
        </>
      )
    case 'grid':
      return (
        <>
          <Ground color="var(--sheet)" />
          <path d="M0 0.5 H6 M0.5 0 V6" style={{ stroke: 'var(--ink-3)', strokeWidth: 1 }} />
        </>
      )
  }
}

function Ground({ color }: { color: string }) {
  return <rect width={TILE} height={TILE} style={{ fill: color }} />
}
