'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LocalTime } from '@/components/ui/local-time'
import { Select } from '@/components/ui/select'

/** A moment that was named, from which on may be looked. */
export interface SinceMoment {
  name: string
  /** milliseconds since 1970 */
  at: number
}

const BEGINNING = ''

/** Chooses from which moment on is looked; its address is the page's own. `after`: null, all of it. */
export function ChooseSinceMoment({
  causeId,
  moments,
  after,
}: {
  causeId: string
  moments: readonly SinceMoment[]
  after: number | null
}) {
  const t = useTranslations('Why')
  const router = useRouter()
  return (
    <Select
      label={t('lookAfter')}
      className="max-w-80"
      options={[
        { value: BEGINNING, label: t('theBeginning') },
        ...moments.map(({ name, at }) => ({
          value: String(at),
          label: name,
          note: <LocalTime time={at} />,
        })),
      ]}
      value={after === null ? BEGINNING : String(after)}
      onChoose={(value) => {
        const address = new URLSearchParams({ cause: causeId })
        if (value !== BEGINNING) address.set('after', value)
        router.replace(`?${address}`, { scroll: false })
      }}
    />
  )
}
