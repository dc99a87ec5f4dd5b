import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { database } from '@/lib/db'

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
  return new Promise((resolve, reject) => {
    const args = ['-e', IN_A_PROCESS]
    const child = execFile(process.execPath, args, { signal }, (error, answer) => {
      if (error) reject(signal?.aborted ? (signal.reason as Error) : error)
      else resolve(JSON.parse(answer) as FileSearched[])
    })
    // Who was stopped meanwhile reads nothing; its end tells.
    child.stdin?.on('error', () => {})
    // Not among the arguments, which every user of the machine can list.
    child.stdin?.end(JSON.stringify({ files, texts }))
  })
}

/**
 * Where a process closes a file, all its locks on that file are gone (POSIX, fcntl), also those of its
 * SQLite: the next program that looks into the database would take itself for the only one, and its
 * end would take the journal away. So another process reads.
 */
const IN_A_PROCESS = `
const { createReadStream, readFileSync } = require('node:fs')
const { basename } = require('node:path')
const { files, texts } = JSON.parse(readFileSync(0, 'utf8'))
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
Promise.all(files.map(countIn)).then((searched) => console.log(JSON.stringify(searched)))
`
