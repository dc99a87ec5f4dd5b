import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { MoreTexts } from './provider'
import { type OfPages, pageTexts } from './texts'

/**
 * Around client components that speak of what one page alone is about: their texts come with that
 * page, so that the others need not load them.
 */
export async function PageTexts({ of, children }: { of: readonly OfPages[]; children: ReactNode }) {
  return <MoreTexts texts={pageTexts(await getLocale(), of)}>{children}</MoreTexts>
}
