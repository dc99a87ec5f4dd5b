'use client'

import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import messages from '@/messages/en.json'
import { TIME_ZONE } from './time-zone'

export function TextsEn({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={messages} timeZone={TIME_ZONE}>
      {children}
    </IntlProvider>
  )
}
