// Makes the built server's code small in memory, where the text of each chunk stays as long as its
// functions do. The bundler writes one chunk several times for as many pages: all but one become a
// way to it. And a text with a single character beyond Latin-1 takes two bytes for each of its
// characters: such are escaped.
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const SOURCE_MAP = /\n\/\/# sourceMappingURL=\S*\s*$/

/** The runtime, which holds the modules of the chunks beside it. */
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

const BEYOND = /[^\0-\xff]/

/**
 * Matches a character beyond Latin-1 after a backslash, where an escape would mean something else.
 */
const UNSAFE = /\\[^\0-\xff]/

/** Matches a tag for raw text, with the text if it stands on one line and has no other in it. */
const RAW = /String\.raw(?:`((?:[^`\\\n]|\\.)*)`)?/g

const PUT_IN = /\$\{[^{}]*\}/g

/**
 * Returns the code with its characters beyond Latin-1 written as escapes; unchanged if that is
 * unsafe.
 */
function escaped(code) {
  if (UNSAFE.test(code)) return code
  let isSafe = true
  const rawsEscaped = code.replace(RAW, (whole, raw) => {
    const own = raw?.replaceAll(PUT_IN, '')
    const putIn = raw?.match(PUT_IN)?.join('') ?? ''
    isSafe &&= own !== undefined && !own.includes('${') && !BEYOND.test(putIn)
    // What is put into a raw text is not raw itself.
    return whole.replace(ALL_BEYOND, (unit) => `\${'${escapeOf(unit)}'}`)
  })
  return isSafe ? rawsEscaped.replace(ALL_BEYOND, escapeOf) : code
}

const ALL_BEYOND = new RegExp(BEYOND, 'g')

const escapeOf = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
