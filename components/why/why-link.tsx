import { CircleQuestionMark } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useKey } from '@/components/keys/use-key'
import { ButtonLink } from '@/components/ui/button'
import { hand } from '@/components/ui/handed'
import type { Entry } from '@/lib/sessions/entries'

interface WhyLinkProps {
  sessionId: string
  /** what the agent said or called */
  eventId: string
}

export const whyAddress = ({ sessionId, eventId }: WhyLinkProps) =>
  `/sessions/${sessionId}/why?event=${eventId}`

/** Leads to the question why the agent said or did this. */
export function WhyLink(of: WhyLinkProps) {
  const t = useTranslations('Session')
  return (
    <ButtonLink
      href={whyAddress(of)}
      variant="quiet"
      size="small"
      Icon={CircleQuestionMark}
      className="-ml-2"
    >
      {t('why')}
    </ButtonLink>
  )
}

/** What the agent said last and whole. */
export const newestSaid = (entries: readonly Entry[]): Entry | undefined =>
  entries.findLast((entry) => entry.kind === 'said' && !entry.isPartial)

/** W asks about the words that are selected in an answer, or else about the newest one. */
export function useWhyKey(sessionId: string, entries: readonly Entry[]): void {
  const t = useTranslations('Session')
  const router = useRouter()
  const newest = newestSaid(entries)
  const ask = () => {
    const selection = window.getSelection()
    const said = saidAt(selection?.anchorNode)
    const words = said && said === saidAt(selection?.focusNode) ? String(selection).trim() : ''
    const eventId = words === '' ? newest?.id : said?.dataset.said
    if (eventId === undefined) return
    // Words of an answer stand in no address.
    if (words !== '') hand('why', words)
    router.push(whyAddress({ sessionId, eventId }))
  }
  // The bar has no more room than for the answers to what waits.
  const waits = entries.some((entry) => entry.kind === 'call' && entry.state === 'waiting')
  useKey('w', t('why'), ask, { when: newest !== undefined, bar: !waits })
}

const saidAt = (node: Node | null | undefined): HTMLElement | null =>
  (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-said]') ??
  null
