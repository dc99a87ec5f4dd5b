import { Check, type LucideIcon, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'

interface ActButtonProps {
  onAct: () => void
  children: ReactNode
}

/** Keeps what landed, or allows what waits. */
export function AcceptButton({
  variant,
  onAct,
  children,
}: ActButtonProps & { variant?: 'primary' | 'secondary' }) {
  return (
    <Button variant={variant ?? 'secondary'} size="small" aria-keyshortcuts="a" onClick={onAct}>
      <Check size={14} aria-hidden className="max-md:hidden" /> {children} <Kbd>A</Kbd>
    </Button>
  )
}

/** Opens the result to be edited in place. */
export function EditButton({ onAct }: Pick<ActButtonProps, 'onAct'>) {
  const t = useTranslations('Review')
  return (
    <Button variant="quiet" size="small" aria-keyshortcuts="e" onClick={onAct}>
      <Pencil size={13} aria-hidden />
      <span className="max-md:sr-only">{t('edit')}</span> <Kbd>E</Kbd>
    </Button>
  )
}

/** Leads to where the result is edited. */
export function EditLink({ href }: { href: string }) {
  const t = useTranslations('Review')
  return (
    <Link
      href={href}
      aria-keyshortcuts="e"
      className={buttonVariants({ variant: 'quiet', size: 'small' })}
    >
      <Pencil size={13} aria-hidden />
      <span className="max-md:sr-only">{t('edit')}</span> <Kbd>E</Kbd>
    </Link>
  )
}

/** Reverts what landed, or denies what waits; apart from the others. */
export function RejectButton({ Icon, onAct, children }: ActButtonProps & { Icon: LucideIcon }) {
  return (
    <Button
      variant="quiet-danger"
      size="small"
      aria-keyshortcuts="r"
      className="md:ml-2"
      onClick={onAct}
    >
      <Icon size={14} aria-hidden className="max-md:hidden" /> {children} <Kbd>R</Kbd>
    </Button>
  )
}
