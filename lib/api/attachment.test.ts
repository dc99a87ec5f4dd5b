import { expect, test } from 'vitest'
import { attachment } from './attachment'

test.each([
  ['notes.md', 'attachment; filename="notes.md"'],
  ['a "b"\r\n.md', `attachment; filename="a _b___.md"; filename*=UTF-8''a%20%22b%22%0D%0A.md`],
  ['메모.md', `attachment; filename="__.md"; filename*=UTF-8''%EB%A9%94%EB%AA%A8.md`],
])('%j is saved under its name, and cannot end the header', (name, expected) => {
  expect(attachment(name)).toEqual({ 'content-disposition': expected })
})
