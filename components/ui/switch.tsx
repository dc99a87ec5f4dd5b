import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** The look of what is a switch. */
export const switchLook =
  'inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-control px-1 text-xs font-medium whitespace-nowrap text-ink-2 hover:text-ink'

/** What is on or off, with its words beside it. */
export const Switch = ({
  isOn,
  children,
  ...button
}: ComponentProps<'button'> & { isOn: boolean }) => (
  <button type="button" role="switch" aria-checked={isOn} className={switchLook} {...button}>
    <SwitchBody isOn={isOn} />
    {children}
  </button>
)

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
