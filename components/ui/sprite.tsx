import type { LucideIcon } from 'lucide-react'

/**
 * Drawings that a page shows in each of many rows: drawn once, out of sight, and shown by `Sign`.
 * Names are unique on a page.
 */
export function Sprite({
  icons,
  strokeWidth = 2,
}: {
  icons: Readonly<Record<string, LucideIcon>>
  strokeWidth?: number
}) {
  return (
    <svg aria-hidden width={0} height={0} className="absolute">
      <defs>
        {Object.entries(icons).map(([name, Icon]) => (
          <Icon key={name} id={`sign-${name}`} strokeWidth={strokeWidth} />
        ))}
      </defs>
    </svg>
  )
}

export interface SignProps {
  name: string
  /** pixels */
  size?: number
  className?: string
  /** see SVG’s `stroke-dasharray`; left out: the lines are whole */
  dashes?: string | undefined
}

/** A drawing of the page's `Sprite`; words stand beside it. */
export function Sign({ name, size = 14, className = 'shrink-0', dashes }: SignProps) {
  return (
    <svg aria-hidden width={size} height={size} className={className} strokeDasharray={dashes}>
      <use href={`#sign-${name}`} width={size} height={size} />
    </svg>
  )
}
