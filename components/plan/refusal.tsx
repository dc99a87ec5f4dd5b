'use client'

import { useEffect, useRef } from 'react'
import { ErrorNotice } from '@/components/ui/notice'

/** Says why something was not done; takes the focus, so that screen readers announce it. */
export function Refusal({ why }: { why: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [why])
  return (
    <div ref={notice} tabIndex={-1}>
      <ErrorNotice>{why}</ErrorNotice>
    </div>
  )
}
