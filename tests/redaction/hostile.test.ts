import fc from 'fast-check'
import { expect } from 'vitest'
import { db } from '@/lib/db'
import { putMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { findText } from '@/lib/store/redact/find'
import { receiptOf } from '@/lib/store/redact/redact'
import { without } from '@/lib/store/redact/values'
import { listVersions } from '@/lib/store/versions'
import { drawn } from '@/tests/support/drawn'
import { test } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'

const hostile = fc.oneof(
  fc.constantFrom('a"b\\c', 'x\ny\nz', "'; --%_", '.*+?^${}()|[]\\', '"{}\\u0041', 'aba'),
  fc.constantFrom('\u{1f469}\u200d\u{1f469}\u200d\u{1f467}', '../..', '%%%___'),
  fc.string({ minLength: 3, maxLength: 12, unit: 'grapheme' }),
)
const plain = (text: string) => text.replaceAll('\0', '').toWellFormed()
const textOf = hostile.map(plain).filter((text) => [...text.trim()].length >= 3)
const replacementOf = fc.oneof(hostile, fc.constantFrom('', '"', '\\', '\n', 'ab', 'b')).map(plain)

test('whatever the text and its replacement: it is gone, the rest is as it was, and plan and receipt agree', async () => {
  await fc.assert(
    fc.asyncProperty(
      textOf,
      replacementOf,
      fc.array(fc.array(fc.constantFrom('text', 'a', 'b', 'c', '\n', '"'), { maxLength: 8 }), {
        minLength: 1,
        maxLength: 6,
      }),
      async (text, wanted, pieces) => {
        const replacement = wanted.includes(text) ? '' : wanted
        const contents = pieces.map((some, index) =>
          [...some.map((piece) => (piece === 'text' ? text : piece)), `|${index}`].join(''),
        )
        const metadata = { key: `of ${text}`, [`k${text}`]: 'v' }
        const { id: storeId } = await createStore({ name: 'Hostile', metadata })
        for (const content of contents) {
          await putMemory({ storeId, path: '/m.md', content }, BY_PERSON)
        }
        const storeIds = [storeId]
        const { counts } = await findText({ text, storeIds, limit: 1 })
        const receipt = receiptOf(await redacted(text, { replacement, storeIds }))
        expect(receipt).toMatchObject({ places: counts, proof: { left: [] } })
        const { items } = await listVersions({ storeId, limit: 100, view: 'full' })
        const left = contents.map((each) => without(each, { texts: [text], replacement }))
        expect(items[0]?.content).toBe(left.at(-1))
        const kept = items.toReversed().slice(0, contents.length)
        expect(kept.map(({ content }) => content)).toEqual(left)
        const store = await db.store.findUnique({ where: { id: storeId } })
        const names = Object.entries(store?.metadata as Record<string, string>).flat()
        expect(names.filter((each) => each.includes(text))).toEqual([])
        expect(names).toHaveLength(4)
      },
    ),
    drawn({ sqlite: 10, postgresql: 4 }),
  )
}, 120_000)
