import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Kbd, type Stroke } from '@/components/keys/kbd'
import { Link, type LinkProps } from './link'

/** The look of a button, for what is pressed like one and is none. */
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

interface Parts extends VariantProps<typeof buttonLook> {
  Icon?: LucideIcon
  /** its name, where its icon stands without words: it is shown on hover */
  label?: string
  /** the key that does the same, shown behind the words */
  stroke?: Stroke
  className?: string
  children?: ReactNode
}

const ICONS = { normal: 15, small: 14, large: 16, icon: 15, 'small-icon': 14 } as const

/** What a button has in common with a link beside it. An icon without words is small and quiet. */
function drawn<Given extends Parts>({
  variant,
  size,
  Icon,
  label,
  stroke,
  className,
  children,
  ...rest
}: Given) {
  const isAlone = children === undefined
  const shownSize = size ?? (isAlone ? 'icon' : 'normal')
  const look = { variant: variant ?? (isAlone ? 'quiet' : 'secondary'), size: shownSize }
  return {
    props: {
      ...rest,
      className: clsx(buttonLook(look), className),
      ...(label !== undefined && { 'aria-label': label, title: label }),
      ...(stroke && { 'aria-keyshortcuts': ariaShortcuts(stroke) }),
    },
    content: (
      <>
        {Icon ? <Icon size={ICONS[shownSize]} aria-hidden className="shrink-0" /> : null}
        {children}
        {stroke && !isAlone ? <Kbd stroke={stroke} /> : null}
      </>
    ),
  }
}

/** A stroke as `aria-keyshortcuts` names it. */
function ariaShortcuts(stroke: Stroke): string {
  const named = stroke.replace(/(?<=^|\+)\w/g, (first) => first.toUpperCase())
  return named.startsWith('Mod+') ? `Control+${named.slice(4)} Meta+${named.slice(4)}` : named
}

export interface ButtonProps extends Parts, Omit<ComponentProps<'button'>, keyof Parts> {
  /**
   * While its act is running: it ignores clicks, but keeps the focus, which a disabled button loses
   * to the page's body.
   */
  isBusy?: boolean
  /** what it says meanwhile, at the same width: “Settling…” */
  busyWords?: string
}

export function Button(given: ButtonProps) {
  const { type = 'button', isBusy = false, busyWords, onClick, ...rest } = given
  const { props, content } = drawn(rest)
  return (
    <button
      {...props}
      type={type}
      aria-disabled={isBusy || props['aria-disabled']}
      // No inline function, so that it can be rendered on the server.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && busyWords !== undefined ? (
        <span className="inline-grid justify-items-center">
          <span aria-hidden className="invisible inline-flex items-center gap-1.5 [grid-area:1/1]">
            {content}
          </span>
          <span className="[grid-area:1/1]">{busyWords}</span>
        </span>
      ) : (
        content
      )}
    </button>
  )
}

export type ButtonLinkProps = Parts & Omit<LinkProps, keyof Parts>

/** A link that looks like the buttons beside it. */
export function ButtonLink(given: ButtonLinkProps) {
  const { props, content } = drawn(given)
  return <Link {...props}>{content}</Link>
}
