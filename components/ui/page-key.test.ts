import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Listeners of the window's keys that are no keys of a page. */
const OTHERS = [
  // The answers to the call that waits: `answerOf` says which keys they are.
  'components/session/conversation/approval.tsx',
  // Keeps single keys from all others.
  'components/ui/single-keys.tsx',
]

const LISTENS = /window\.addEventListener\('key/

test('every key of a page asks whether it is the page’s: inside a form, and below a dialog, none fires', () => {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => `${folder}/${file}`),
  )
  const listening = files.filter((file) =>
    LISTENS.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(listening).toContain('components/review/board/board-keys.tsx')
  const unasked = listening.filter(
    (file) => !/\bis(?:PageKey|ForPage)\(/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(unasked.sort()).toEqual(OTHERS)
})
