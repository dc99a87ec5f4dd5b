import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** The look of a button; also for links beside buttons. */
export const buttonLook = cva('button', {
  variants: {
    variant: {
      /** the one act of a page */
      primary: 'bg-accent text-on-accent hover:bg-accent-hover',
      secondary:
        'bg-raised shadow-[0_0_0_1px_var(--line-2),0_1px_1px_light-dark(#1b1a170a,#0000)] hover:bg-raised-hover',
      quiet: 'text-ink-2 hover:bg-hover hover:text-ink',
      /** an act that loses something, before its dialog */
      'quiet-danger': 'text-removed hover:bg-danger-bg',
      /** only in a dialog that names what is lost */
      danger: 'bg-danger text-on-danger hover:brightness-95',
    },
    size: {
      normal: 'h-7 px-2.5 text-sm max-md:h-9 max-md:px-3',
      small: 'h-6 px-2 text-xs max-md:h-8',
      large: 'h-9 px-3.5 text-talk max-md:h-11',
      icon: 'size-7 text-sm max-md:size-9',
      'small-icon': 'size-6 text-xs max-md:size-8',
    },
  },
  defaultVariants: { variant: 'secondary', size: 'normal' },
})

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonLook> {
  /**
   * While its act is running: it ignores clicks, but keeps the focus, which a disabled button loses
   * to the page's body.
   */
  isBusy?: boolean
  /** what it says meanwhile, at the same width: “Settling…” */
  busyWords?: string
}

export function Button({
  variant,
  size,
  className,
  type = 'button',
  isBusy = false,
  busyWords,
  onClick,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(buttonLook({ variant, size }), className)}
      aria-disabled={isBusy || undefined}
      // No inline function, so that it can be rendered on the server.
      onClick={isBusy ? refuseClick : onClick}
      {...props}
    >
      {isBusy && busyWords !== undefined ? (
        <span className="inline-grid justify-items-center">
          <span aria-hidden className="invisible inline-flex items-center gap-1.5 [grid-area:1/1]">
            {children}
          </span>
          <span className="[grid-area:1/1]">{busyWords}</span>
        </span>
      ) : (
        children
      )}
    </button>
  )
}

function refuseClick(event: { preventDefault: () => void }): void {
  event.preventDefault()
}
