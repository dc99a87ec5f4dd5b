import tar from 'tar-stream'
import type { ExportedFile } from './exported-file'

/** Files as a tar, one at a time. */
export async function* tarBytes(files: AsyncIterable<ExportedFile>): AsyncGenerator<Uint8Array> {
  const pack = tar.pack()
  const packing = (async () => {
    for await (const { path, content, updatedAt } of files) {
      const header = { name: path.slice(1), mtime: new Date(updatedAt) }
      await new Promise<void>((resolve, reject) => {
        pack.entry(header, content, (error) => (error ? reject(error) : resolve()))
      })
    }
    pack.finalize()
  })()
  packing.catch((error: unknown) => pack.destroy(error instanceof Error ? error : undefined))
  for await (const chunk of pack as AsyncIterable<Buffer>) yield chunk
  await packing
}
