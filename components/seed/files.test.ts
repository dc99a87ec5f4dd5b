import { expect, test, vi } from 'vitest'

const line = new AbortController()
vi.mock('@/components/live/follow', () => ({ lineNow: () => line.signal }))

// Another file of this worker may have loaded it with what is real.
vi.resetModules()
const { uploadFiles } = await import('./files')

test('an upload that stands still after its connection was lost is given up', async () => {
  const sent = { timeout: 0, upload: {}, ontimeout: () => undefined }
  const methods = { open: vi.fn(), setRequestHeader: vi.fn(), send: vi.fn() }
  vi.stubGlobal('XMLHttpRequest', function made() {
    return Object.assign(sent, methods)
  })
  const files = [{ path: 'x.zip', file: new File(['x'], 'x.zip') }]
  const sending = uploadFiles('s', files, () => undefined, new AbortController().signal)
  await expect.poll(() => methods.send).toHaveBeenCalled()
  expect(sent.timeout).toBe(0)
  line.abort()
  expect(sent.timeout).toBeGreaterThan(10_000)
  sent.ontimeout()
  await expect(sending).rejects.toThrow('cut off')
})
