'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { plainText } from '@/lib/text/plain-text'
import { SECTIONS } from './sections'

/** The address at which there is nothing. */
export function MissingAddress() {
  return (
    <code className="mt-1 block max-w-full truncate text-xs text-ink-3">
      {plainText(readable(usePathname()))}
    </code>
  )
}

/** The section of the dashboard that a missing page would belong to. */
export function NearestSection() {
  const t = useTranslations('Nav')
  const ofApp = useTranslations('App')
  const pathname = usePathname()
  const section = SECTIONS.find(({ holds }) => holds(pathname))
  const isOfStores = section === undefined || section.name === 'stores'
  return (
    <Link
      href={isOfStores ? '/stores' : section.href}
      className={buttonVariants({ variant: 'primary' })}
    >
      {isOfStores ? ofApp('allStores') : t(section.name)}
    </Link>
  )
}

/** Decodes a path for reading; a broken one stays as it is. */
function readable(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
