'use client'

import { FlaskConical } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { MenuLink } from '@/components/ui/menu'
import { parseHunkId } from '@/lib/review/model/hunk'
import { useBoard } from '../board/board-context'

export interface NeverAgainProps {
  storeId: string
  changesetId: string
  hunkId: string
}

/**
 * The address of a new test that fails once what a hunk did is done again; null: a rename is not told
 * by what an agent answers.
 */
export function neverAgainHref({ storeId, changesetId, hunkId }: NeverAgainProps): string | null {
  if (parseHunkId(hunkId)?.kind === 'renamed') return null
  const of = new URLSearchParams({ changeset: changesetId, hunk: hunkId })
  return `/stores/${storeId}/tests/new?${of}`
}

/** Leads from a reverted hunk, folded to one line, to a test against it. */
export function NeverAgainLink({ href }: { href: string }) {
  const t = useTranslations('Review')
  return (
    <Link href={href} aria-keyshortcuts="t" className={buttonVariants({ variant: 'quiet' })}>
      <FlaskConical size={14} aria-hidden />
      <span className="max-md:sr-only">{t('neverAgain')}</span>
    </Link>
  )
}

/** The same in the menu of one that is unfolded. */
export function NeverAgainItem(props: NeverAgainProps) {
  const t = useTranslations('Review')
  const { hunkOf, decisionOf } = useBoard()
  const hunk = hunkOf(props.hunkId)
  const href = neverAgainHref(props)
  if (href === null || !hunk || decisionOf(hunk) !== 'rejected') return null
  return (
    <MenuLink Icon={FlaskConical} href={href}>
      {t('neverAgain')}
    </MenuLink>
  )
}
