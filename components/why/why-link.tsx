'use client'

import { CircleHelp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { useLetterKey } from '@/components/ui/use-letter-key'

export interface WhyLinkProps {
  sessionId: string
  /** the event of the answer */
  eventId: string
  /** whether it is the last one, which the key asks about */
  isLast: boolean
}

/** Longer selections are looked for by their beginning. */
const MAX_SELECTED = 300

const LINKS = '[data-answer] a[data-why]'

/**
 * Leads to why an agent said what it said; what is selected in the answer is what is asked about.
 * `isLast`: the key is shown beside it.
 */
export function WhyLink({ sessionId, eventId, isLast }: WhyLinkProps) {
  const t = useTranslations('Why')
  const router = useRouter()
  const link = useRef<HTMLAnchorElement>(null)
  const address = `/sessions/${sessionId}/why?${new URLSearchParams({ event: eventId })}`
  return (
    <Link
      ref={link}
      data-why
      href={address}
      aria-keyshortcuts={isLast ? 'w' : undefined}
      onClick={(event) => {
        const text = selectedBeside(link.current)
        if (text === '' || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        router.push(`${address}&${new URLSearchParams({ selected: text })}`)
      }}
      className={buttonVariants({ variant: 'quiet', size: 'small' })}
    >
      <CircleHelp size={13} aria-hidden />
      {t('ask')}
      {isLast ? (
        <span aria-hidden className="max-lg:hidden">
          <Kbd>W</Kbd>
        </span>
      ) : null}
    </Link>
  )
}

/** W asks about the answer in which something is selected, else about the last one. */
export function WhyKey() {
  useLetterKey('w', () => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(LINKS)]
    const chosen = links.find((link) => selectedBeside(link) !== '') ?? links.at(-1)
    chosen?.click()
  })
  return null
}

/** The text that is selected in the answer that a link is of. */
function selectedBeside(link: HTMLAnchorElement | null): string {
  const selection = window.getSelection()
  const answer = link?.closest('[data-answer]')
  const isOwn = selection?.anchorNode && answer?.contains(selection.anchorNode)
  return isOwn ? selection.toString().trim().slice(0, MAX_SELECTED) : ''
}
