import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from './class-names'

/** The look of a button; also for links beside buttons. */
export const buttonLook = cva(
  'inline-flex cursor-pointer items-center gap-2 rounded-md font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress aria-disabled:opacity-50',
  {
    variants: {
      look: {
        primary: 'bg-accent text-on-accent hover:opacity-90',
        plain: 'border border-control hover:bg-hover',
        quiet: 'hover:bg-hover',
      },
      size: {
        normal: 'h-8 px-3 text-sm',
        small: 'h-7 px-2 text-[13px]',
        icon: 'size-8 justify-center text-sm',
      },
    },
    defaultVariants: { look: 'plain', size: 'normal' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonLook> {
  /**
   * While its action is running: it ignores clicks, but keeps the focus, which a disabled button
   * loses to the page's body.
   */
  isBusy?: boolean
}

export function Button({
  look,
  size,
  className,
  type = 'button',
  isBusy = false,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(buttonLook({ look, size }), className)}
      aria-disabled={isBusy || undefined}
      // No inline function, so that it can be rendered on the server.
      onClick={isBusy ? refuseClick : onClick}
      {...props}
    />
  )
}

function refuseClick(event: { preventDefault: () => void }): void {
  event.preventDefault()
}
