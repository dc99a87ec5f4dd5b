// Makes the built server's code small in memory, where the text of each chunk stays as long as its
// functions do. The bundler writes one chunk several times for as many pages: all but one become a
// way to it. And a text with a single character beyond Latin-1 takes two bytes for each of its
// characters: such are escaped.
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const SOURCE_MAP = /\n\/\/# sourceMappingURL=\S*\s*$/

/** Each of these holds the modules of the chunks beside it. */
const RUNTIME = '[turbopack]_runtime.js'

/** Rewrites the chunks of a folder, and of those below it. */
export async function shrinkServer(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.js') && name !== RUNTIME)
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  const firstOf = new Map()
  for (const file of files) {
    const code = (await readFile(file, 'utf8')).replace(SOURCE_MAP, '\n')
    const first = firstOf.get(code)
    if (first === undefined) firstOf.set(code, file)
    await writeFile(file, first === undefined ? escaped(code) : wayTo(first, file))
  }
}

function wayTo(first, file) {
  const way = path.relative(path.dirname(file), first).split(path.sep).join('/')
  return `module.exports = require(${JSON.stringify(`./${way}`)})\n`
}

/** Where an escape would mean something else: after a backslash, and in a text that is taken raw. */
const UNSAFE = /\\[^\0-\xff]|String\.raw/

/** The same code with its characters beyond Latin-1 written as escapes; as it is if that is unsafe. */
function escaped(code) {
  if (UNSAFE.test(code)) return code
  return code.replace(
    /[^\0-\xff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
