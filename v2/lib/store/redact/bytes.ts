import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { database, turn } from '@/lib/db'

/** How often a text's bytes stand in a file. */
export interface FileSearched {
  name: string
  bytes: number
  found: number
}

/** Counts the bytes of texts in SQLite's file and its journals; of PostgreSQL there are none to read. */
export async function countInFiles(
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<FileSearched[]> {
  const { file } = database()
  if (file === null) return []
  const there = [file, `${file}-wal`, `${file}-shm`].filter((each) =>
    existsSync(/* turbopackIgnore: true */ each),
  )
  const needles = texts.map((text) => Buffer.from(text))
  return Promise.all(there.map((each) => countIn(each, needles, signal)))
}

async function countIn(
  file: string,
  needles: readonly Buffer[],
  signal?: AbortSignal,
): Promise<FileSearched> {
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1
  let bytes = 0
  let found = 0
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, {
    highWaterMark: 1 << 20,
  }) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted()
    const window = Buffer.concat([rest, chunk])
    for (const needle of needles) {
      // What ends within the rest was counted with the chunk before.
      const from = Math.max(0, rest.length - needle.length + 1)
      for (let at = window.indexOf(needle, from); at >= 0; at = window.indexOf(needle, at + 1))
        found++
    }
    bytes += chunk.length
    rest = window.subarray(Math.max(0, window.length - overlap))
    await turn()
  }
  return { name: path.basename(file), bytes, found }
}
