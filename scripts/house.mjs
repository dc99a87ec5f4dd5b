// `npm run house`: how large the house is. Files and lines of what runs (no tests, nothing generated),
// and SQL statements by the room that they are in, within its `sql` folders and beside its verbs.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './prepare.mjs'

const ROOMS = ['app', 'bin', 'cli', 'components', 'lib', 'scripts', 'bench', 'prisma']
const CODE = /\.(?:tsx?|mjs|css|prisma)$/
const NOT_COUNTED = /(?:\.test\.tsx?|\/generated\/|\/node_modules\/)/

/** A statement is a text that begins like one, whether it is all there or put together. */
const STATEMENT = /[`'"]\s*(?:SELECT|INSERT INTO|INSERT OR|UPDATE|DELETE FROM|WITH)\s/g

const count = (text, pattern) => [...text.matchAll(pattern)].length

const files = ROOMS.flatMap((room) =>
  readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
)
  .filter((file) => !NOT_COUNTED.test(file))
  .map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return { file, lines: count(text, /\n/g), statements: count(text, STATEMENT) }
  })

const sum = (some, what) => some.reduce((total, each) => total + each[what], 0)
const produced = files.filter(({ file }) => !/^(?:bench|scripts|prisma)\//.test(file))
const short = produced.filter(({ lines }) => lines <= 50).length

// Whoever reads only its beginning ends it.
process.stdout.on('error', () => process.exit())
const say = (words) => process.stdout.write(`${words}\n`)
say(`${produced.length} files, ${sum(produced, 'lines')} lines in app, bin, cli, components, lib`)
say(`${Math.round((100 * short) / produced.length)} % of the files have at most 50 lines`)
say('')
say('statements           in sql/   elsewhere')
const withSql = produced.filter(({ statements }) => statements > 0)
const rooms = new Map()
for (const { file, statements } of withSql) {
  const [top, room] = file.split('/')
  const name = top === 'lib' && room ? `lib/${room}` : top
  const known = rooms.get(name) ?? { inSql: 0, elsewhere: 0 }
  known[file.includes('/sql/') ? 'inSql' : 'elsewhere'] += statements
  rooms.set(name, known)
}
for (const name of [...rooms.keys()].sort((one, other) => one.localeCompare(other))) {
  const { inSql, elsewhere } = rooms.get(name)
  row(name, inSql, elsewhere)
}
row('all', ...['inSql', 'elsewhere'].map((where) => sum([...rooms.values()], where)))

function row(name, inSql, elsewhere) {
  say(`${name.padEnd(20)} ${String(inSql).padStart(7)} ${String(elsewhere).padStart(11)}`)
}
