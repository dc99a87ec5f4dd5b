import type { ReactNode } from 'react'
import { clsx } from 'clsx'

/** The look of what is a switch. */
export const switchLook =
  'inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-control px-1 text-xs font-medium whitespace-nowrap text-ink-2 hover:text-ink'

/** The switch itself, beside its words. */
export function SwitchBody({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'relative h-4 w-[26px] shrink-0 rounded-full transition-colors duration-(--m-1)',
        isOn ? 'bg-accent' : 'shadow-[inset_0_0_0_1.5px_var(--control)]',
      )}
    >
      <span
        className={clsx(
          'absolute top-0.5 size-3 rounded-full',
          isOn ? 'right-0.5 bg-on-accent' : 'left-0.5 bg-control',
        )}
      />
    </span>
  )
}

export interface CheckboxProps {
  isTicked: boolean
  /** some of what it stands for is ticked */
  isMixed?: boolean
  onTick: (isTicked: boolean) => void
  isOff?: boolean
  /** read out in place of `children` */
  label?: string
  children?: ReactNode
}

/** A tick in a form or a row. */
export function Checkbox({
  isTicked,
  isMixed = false,
  onTick,
  isOff = false,
  label,
  children,
}: CheckboxProps) {
  return (
    // Above what a row's link covers.
    <label className="relative z-1 inline-flex min-h-6 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        checked={isTicked}
        disabled={isOff}
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = isMixed
        }}
        onChange={(event) => onTick(event.target.checked)}
        className="size-4 shrink-0 cursor-pointer"
      />
      {children}
    </label>
  )
}
