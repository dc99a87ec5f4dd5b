import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { mergeRegions } from '@/lib/text/merge'
import { MergeEditor } from './merge-editor'
import { type MergeSides, MergeSidesContext } from './merge-sides'

function shown(sides: MergeSides): string {
  const regions = mergeRegions({
    base: 'a\n1\n2\n3\nz\n',
    ours: 'b\n1\n2\n3\ny\n',
    theirs: 'c\n1\n2\n3\nz\n',
  })
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
      <MergeSidesContext value={sides}>
        <MergeEditor
          regions={regions}
          about="about"
          isSaving={false}
          onSave={() => undefined}
          onBack={() => undefined}
        />
      </MergeSidesContext>
    </IntlProvider>,
  )
}

test('a merge of a store’s change and a file names both by what they are', () => {
  const page = shown({
    theirs: { name: 'The file', about: 'since 20 May' },
    mine: { name: 'The store', about: 'Mina, 19 May' },
  })
  expect(page).toContain('Take all: The store')
  expect(page).toContain('changed on one side only: The store')
  expect(page).toContain('aria-label="The file, since 20 May"')
  expect(page).toContain('Mina, 19 May')
  expect(page).not.toMatch(/\b(?:[Mm]ine|[Tt]heirs|only you)\b/)
})

test('a merge of two people’s texts says whose is whose', () => {
  const page = shown({ theirs: { name: null, about: 'Mina, v2' }, mine: { name: null, about: '' } })
  expect(page).toContain('Take all mine')
  expect(page).toContain('only you changed it')
})
