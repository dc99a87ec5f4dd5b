import { createReadStream } from 'node:fs'
import { basename } from 'node:path'

/** How often texts stand in files, byte by byte. */
export default function countBytes({ files, texts }) {
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
}
