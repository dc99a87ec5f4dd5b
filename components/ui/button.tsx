import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from './class-names'

/** How a button looks; for links that stand beside buttons. */
export const buttonLook = cva(
  'inline-flex cursor-pointer items-center gap-2 rounded-md font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-50',
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

export function Button({
  look,
  size,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & VariantProps<typeof buttonLook>) {
  return (
    <button type={type} className={classNames(buttonLook({ look, size }), className)} {...props} />
  )
}
