import { existsSync } from 'node:fs'
import { database } from '@/lib/db'
import { inAProcess } from '@/lib/db/in-a-process'

/** How often a text's bytes stand in a file. */
export interface FileSearched {
  name: string
  bytes: number
  found: number
}

/**
 * Counts the bytes of texts in SQLite's file and its journals; of PostgreSQL there are none to read.
 * Ends with the signal's reason.
 */
export async function countInFiles(
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<FileSearched[]> {
  const { file } = database()
  if (file === null) return []
  const files = [file, `${file}-wal`, `${file}-shm`].filter((each) =>
    existsSync(/* turbopackIgnore: true */ each),
  )
  return inAProcess(COUNT_BYTES, { files, texts }, signal)
}

const COUNT_BYTES = `({ files, texts }) => {
  const { createReadStream } = require('node:fs')
  const { basename } = require('node:path')
  const needles = texts.map((text) => Buffer.from(text))
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1
  async function countIn(file) {
    let bytes = 0
    let found = 0
    let rest = Buffer.alloc(0)
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
      const window = Buffer.concat([rest, chunk])
      for (const needle of needles) {
        // What ends within the rest was counted with the chunk before.
        const from = Math.max(0, rest.length - needle.length + 1)
        for (let at = window.indexOf(needle, from); at >= 0; at = window.indexOf(needle, at + 1))
          found++
      }
      bytes += chunk.length
      rest = window.subarray(Math.max(0, window.length - overlap))
    }
    return { name: basename(file), bytes, found }
  }
  return Promise.all(files.map(countIn))
}`
