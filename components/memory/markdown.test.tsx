import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import messages from '@/messages/en.json'
import { MarkdownText } from './markdown'

const shown = (text: string) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <MarkdownText text={text} />
    </NextIntlClientProvider>,
  )

test('HTML is shown as text', () => {
  const page = shown('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>')
  expect(page).not.toMatch(/<script|<img/)
})

test('links go to http, https and mailto alone, and elsewhere show where they would', () => {
  expect(shown('[a](https://example.com)')).toContain('href="https://example.com"')
  const page = shown('[a](javascript:alert(1)) [b](./notes.md) [c](data:text/html,x)')
  expect(page).not.toContain('href=')
  expect(page).toContain('(javascript:alert(1))')
  expect(page).toContain('(./notes.md)')
})

test('no image is loaded', () => {
  const page = shown('![what](http://example.com/x.png)')
  expect(page).not.toContain('<img')
  expect(page).toContain('http://example.com/x.png')
})

test('hidden characters are shown in texts and in code', () => {
  expect(shown('a\u202Eb').match(/data-hidden="RLO"/g)).toHaveLength(1)
  expect(shown('`a\u200Bb`')).toContain('data-hidden="ZWSP"')
})

test('headings lie below those of the page, without gaps', () => {
  expect(shown('# a\n\n#### b\n\n## c').match(/<h\d/g)).toEqual(['<h3', '<h4', '<h4'])
})

test('tasks say whether they are done', () => {
  const page = shown('- [x] a\n- [ ] b')
  expect(page).toContain('aria-label="done"')
  expect(page).toContain('aria-label="open"')
})
