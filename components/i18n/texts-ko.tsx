'use client'

import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import messages from '@/messages/ko.json'
import { TIME_ZONE } from './time-zone'

export function TextsKo({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="ko" messages={messages} timeZone={TIME_ZONE}>
      {children}
    </IntlProvider>
  )
}
