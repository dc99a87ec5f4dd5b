'use client'

import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import messages from '@/messages/pt.json'
import { TIME_ZONE } from './time-zone'

export function TextsPt({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="pt" messages={messages} timeZone={TIME_ZONE}>
      {children}
    </IntlProvider>
  )
}
