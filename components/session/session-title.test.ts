import { createFormatter, createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { newId } from '@/lib/text/prefixed-id'
import { sessionTitle } from './session-title'

const t = createTranslator({ locale: 'en', messages: messagesOf('en') })
const format = createFormatter({ locale: 'en', timeZone: 'UTC' })
const id = newId('sesn', Date.UTC(2026, 10, 26, 16, 20))

test('a session is called by its title, else by its time, and only one of a foreign id by that', () => {
  expect(sessionTitle(t, format, { id, title: 'Tea' })).toBe('Tea')
  expect(sessionTitle(t, format, { id, title: null })).toBe('Session of Nov 26, 4:20 PM UTC')
  expect(sessionTitle(t, format, { id: 'sesn_foreign1', title: null })).toBe('Session …reign1')
})
