'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

/** Time after which an answer is said to be late; milliseconds. */
const LATE_MS = 2_000

/** Says that the server is late, while an answer is pending. */
export function StillWaiting({ isPending }: { isPending: boolean }) {
  return (
    <span role="status" className="text-xs text-ink-3">
      {isPending ? <Late /> : null}
    </span>
  )
}

function Late() {
  const t = useTranslations('Session')
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? t('stillWaiting') : null
}
