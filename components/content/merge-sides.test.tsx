import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { mergeRegions } from '@/lib/text/merge'
import { MergeEditor } from './merge-editor'
import { type MergeSides, MergeSidesContext } from './merge-sides'

function shown(sides: MergeSides | null): string {
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
  const page = shown({ theirs: 'The file', mine: 'Facts of Mina' })
  expect(page).toContain('Take all: Facts of Mina')
  expect(page).toContain('changed on one side only: Facts of Mina')
  expect(page).toContain('aria-label="The file"')
  expect(page).not.toMatch(/\b(?:[Mm]ine|[Tt]heirs|only you)\b/)
})

test('a merge of two people’s texts says whose is whose', () => {
  const page = shown(null)
  expect(page).toContain('Take all mine')
  expect(page).toContain('only you changed it')
})
