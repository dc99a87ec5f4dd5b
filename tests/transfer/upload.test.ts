import { readdirSync } from 'node:fs'
import path from 'node:path'
import { received } from '@/lib/api/transfer'
import { settings } from '@/lib/settings'
import { expect, test } from '@/tests/support/fixtures'

const MIB = 1024 * 1024

test('an upload is refused as soon as more than 256 MiB have come, and leaves nothing', async () => {
  const piece = new Uint8Array(MIB)
  let pieces = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (into) => {
      pieces++
      into.enqueue(piece)
    },
  })
  const half: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  const asked = new Request('http://localhost', half)
  await expect(received(asked)).rejects.toMatchObject({ code: 'too_large' })
  expect(pieces).toBeLessThan(260)
  const left = readdirSync(path.join(settings().dataDir, 'incoming'))
  expect(left.filter((name) => !name.startsWith('git-'))).toEqual([])
})
