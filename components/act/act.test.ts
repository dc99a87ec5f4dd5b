import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { create } from '@/components/act/act'
import { forgetKept } from '@/lib/store/redact/forget'

vi.mock('server-only', () => ({}))
vi.mock('next/cache', () => ({ revalidatePath: () => undefined }))
vi.mock('next/headers', () => ({ headers: () => new Headers({ 'x-sent': 'the same' }) }))

test('an act that a browser sends again is done once, until a redaction takes its answer', async () => {
  const work = vi.fn(() => Promise.resolve('a text'))
  const act = create(z.object({}), work)
  expect([await act({}), await act({})]).toEqual(Array(2).fill({ ok: true, value: 'a text' }))
  expect(work).toHaveBeenCalledTimes(1)
  await forgetKept(undefined)
  await act({})
  expect(work).toHaveBeenCalledTimes(2)
})
