import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { forgetKept } from '@/lib/store/redact/forget'

vi.mock('server-only', () => ({}))
vi.mock('next/cache', () => ({ revalidatePath: () => undefined }))
const sent = new Headers({ 'x-sent': 'the same' })
vi.mock('next/headers', () => ({ headers: () => sent }))

// Another file of this worker may have loaded it with what is real.
vi.resetModules()
const { create } = await import('@/components/act/act')

const work = vi.fn(() => Promise.resolve('a text'))
const act = create(z.object({}), work)

test('an act that a browser sends again is done once, also where a redaction took its answer', async () => {
  expect([await act({}), await act({})]).toEqual(Array(2).fill({ ok: true, value: 'a text' }))
  await forgetKept(undefined)
  await expect(act({})).rejects.toThrow('may have been done')
  expect(work).toHaveBeenCalledTimes(1)
})

test('an act that is sent again, and may have been done by a server that ended since, is not done', async () => {
  work.mockClear()
  sent.set('x-sent', 'another')
  sent.set('x-age', '10000000000')
  await expect(act({})).rejects.toThrow('may have been done')
  expect(work).not.toHaveBeenCalled()
})
