import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from './class-names'

/** How a button looks; for links that stand beside buttons. */
export const buttonLook = cva(
  'inline-flex h-8 cursor-pointer items-center gap-2 rounded-md px-3 text-sm font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-50',
  {
    variants: {
      look: {
        primary: 'bg-accent text-on-accent hover:opacity-90',
        plain: 'border border-control hover:bg-hover',
        quiet: 'hover:bg-hover',
      },
    },
    defaultVariants: { look: 'plain' },
  },
)

export function Button({
  look,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & VariantProps<typeof buttonLook>) {
  return <button type={type} className={classNames(buttonLook({ look }), className)} {...props} />
}
