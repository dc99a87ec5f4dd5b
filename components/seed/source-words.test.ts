import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { LOCALES } from '@/lib/text/locale'
import { sourceWords } from './source-words'

const textsIn = (locale: (typeof LOCALES)[number]) =>
  createTranslator({ locale, messages: messagesOf(locale) })

test.each([
  ['git:/srv/notes#', 'Repository notes (/srv/notes)'],
  ['git:/srv/notes#of/agents', 'Repository agents (/srv/notes/of/agents)'],
  ['folder:/srv/notes', 'Folder notes (/srv/notes)'],
  ['zip:notes', 'Folder notes'],
  ['zip:notes in /old/', 'Folder notes in /old/'],
  ['zip:files a.md, b.md', 'Files a.md, b.md'],
  ['zip:notes.zip', 'notes.zip'],
  ['tar:notes.tar.gz', 'notes.tar.gz'],
  ['jsonl:paste /pasted.md', 'Pasted text /pasted.md'],
  ['jsonl:export.jsonl', 'export.jsonl'],
])('the source %s is called %s', (label, words) => {
  expect(sourceWords(textsIn('en'), label)).toBe(words)
})

test.each(LOCALES)('in %s no source is called by its inner name', (locale) => {
  expect(sourceWords(textsIn(locale), 'git:/srv/notes#')).not.toContain('git:')
  expect(sourceWords(textsIn(locale), 'zip:notes')).not.toContain('zip:')
})
