import { GitBranch, KeyRound, UserRound } from 'lucide-react'
import type { ActorMark as ActorMarkLook } from '@/lib/store/model/actor-mark'
import { classNames } from './class-names'

export interface ActorMarkProps {
  look: ActorMarkLook
  /** its kind and name, “Agent: Opus” */
  label: string
  size?: 'small' | 'normal' | 'large'
  /** whether it is at work now */
  isWorking?: boolean
}

const SIZES = {
  small: { box: 'size-[18px] text-[8.5px]', icon: 10, agent: 'rounded-[5px]' },
  normal: { box: 'size-[22px] text-[10px]', icon: 12, agent: 'rounded-[6px]' },
  large: { box: 'size-7 text-[11.5px]', icon: 14, agent: 'rounded-[8px]' },
} as const

/**
 * Marks a writer: a person is round, an agent square, an API key a hexagon, an import an outline.
 */
export function ActorMark({ look, label, size = 'normal', isWorking = false }: ActorMarkProps) {
  const { box, icon, agent } = SIZES[size]
  const { shape, letters, hue } = look
  const isOutline = shape === 'import'
  return (
    <span role="img" aria-label={label} title={label} className="relative inline-flex shrink-0">
      <span
        aria-hidden
        className={classNames(
          'grid place-items-center font-semibold tracking-[-0.02em] forced-color-adjust-none',
          box,
          shape === 'agent' && agent,
          (shape === 'person' || isOutline) && 'rounded-full',
          shape === 'key' && '[clip-path:polygon(25%_3%,75%_3%,100%_50%,75%_97%,25%_97%,0_50%)]',
          isOutline && 'text-ink-2 shadow-[inset_0_0_0_1.5px_var(--control)]',
        )}
        style={
          isOutline
            ? undefined
            : { background: `var(--who-${hue})`, color: `var(--who-${hue}-ink)` }
        }
      >
        {shape === 'key' ? (
          <KeyRound size={icon} />
        ) : isOutline ? (
          <GitBranch size={icon} />
        ) : letters === '' ? (
          <UserRound size={icon} />
        ) : (
          letters
        )}
      </span>
      {isWorking ? (
        <span
          aria-hidden
          className="absolute -right-[3px] -bottom-[3px] size-[9px] rounded-full border-2 border-sheet bg-added-bar"
        />
      ) : null}
    </span>
  )
}
