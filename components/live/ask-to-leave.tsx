import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { AskedOnce } from '@/components/ui/dialog'
import { asksBefore } from './leaving'

export interface AskToLeaveProps {
  /** whether something would be lost */
  when: boolean
  title: string
  /** what would be lost */
  about: string
  /** called when the person leaves it behind */
  onLeave?: () => void
}

const READY = { isBusy: false, why: null }

/** Asks before a link, a key or the palette leads away from what nobody sent yet. */
export function AskToLeave({ when, title, about, onLeave }: AskToLeaveProps) {
  const t = useTranslations('Common')
  const router = useRouter()
  const [going, setGoing] = useState<{ go: () => void } | null>(null)
  useEffect(() => {
    if (!when) return
    asksBefore((to) => setGoing({ go: typeof to === 'string' ? () => router.push(to) : to }))
    return () => asksBefore(null)
  }, [when, router])
  return (
    <AskedOnce
      title={title}
      description={about}
      isOpen={going !== null}
      onClose={() => setGoing(null)}
      act={t('leaveAct')}
      cancel={t('stay')}
      by={READY}
      onAct={() => {
        setGoing(null)
        onLeave?.()
        going?.go()
      }}
    />
  )
}
