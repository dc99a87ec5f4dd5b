'use client'

import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import messages from '@/messages/de.json'
import { TIME_ZONE } from './time-zone'

export function TextsDe({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="de" messages={messages} timeZone={TIME_ZONE}>
      {children}
    </IntlProvider>
  )
}
