import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ask } from '@/components/act/ask'
import { Lines } from '@/components/lines/lines'
import { linesOfText } from '@/components/lines/text'
import { Button } from '@/components/ui/button'
import { SCROLLED } from '@/components/ui/near'
import { WhyLink } from '@/components/why/why-link'
import type { Masked } from '@/lib/sessions/shown-text'
import type { CallOf } from './called'

/** The texts of a call. */
export interface Exchange {
  /** the input as the agent sent it */
  sent: string
  /** null: it was not answered yet */
  answered: string | null
  /** null: both are shown as they are */
  masked: Masked | null
}

/** What the agent sent, and what it was answered. */
export function CallExchange({ entry, sessionId }: { entry: CallOf; sessionId: string }) {
  const t = useTranslations('Call')
  const common = useTranslations('Common')
  const [isInClear, setInClear] = useState(false)
  const address = `/call?session=${sessionId}&exchange=${entry.id}${isInClear ? '&clear' : ''}`
  const { data, error } = useQuery<Exchange>({
    queryKey: ['call', sessionId, entry.id, address, entry.state],
    queryFn: ({ signal }) => ask(address, signal),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  if (!data) {
    return (
      <p className="border-t border-line px-3 py-1 text-xs text-ink-3">
        {error ? t('notLoaded') : common('loading')}
      </p>
    )
  }
  return (
    <>
      <MaskedNotice masked={data.masked} isInClear={isInClear} onChange={setInClear} />
      <div className="px-2">
        <WhyLink sessionId={sessionId} eventId={entry.id} />
      </div>
      <Words title={t('sent')} text={data.sent} />
      {data.answered === null ? null : <Words title={t('answered')} text={data.answered} />}
    </>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div className="border-t border-line">
      <p className="bg-well px-3 py-1 text-xs font-medium text-ink-2">{title}</p>
      <div
        {...SCROLLED}
        role="group"
        aria-label={title}
        className="max-h-80 overflow-auto -outline-offset-2"
      >
        <Lines lines={linesOfText(text, '')} layout="text" />
      </div>
    </div>
  )
}

export interface MaskedNoticeProps {
  masked: Masked | null
  isInClear: boolean
  onChange: (isInClear: boolean) => void
}

/** Says that something is masked, and shows it in clear when that is asked for. */
export function MaskedNotice({ masked, isInClear, onChange }: MaskedNoticeProps) {
  const t = useTranslations('Lines')
  if (masked === null && !isInClear) return null
  const [Icon, about] = isInClear ? [EyeOff, 'inClear' as const] : [Eye, masked ?? 'secret']
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-t border-line bg-well px-3 py-0.5 text-xs text-ink-2">
      <span className="min-w-0 flex-1">{t(`masked_${about}`)}</span>
      <Button variant="quiet" size="small" onClick={() => onChange(!isInClear)} Icon={Icon}>
        {t(isInClear ? 'mask' : 'showInClear')}
      </Button>
    </p>
  )
}
