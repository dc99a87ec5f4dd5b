// `npm run house`: how large the house is. Files and lines of what runs (no tests, nothing generated),
// and SQL statements by the room that they are in: within its `sql` folders, beside its verbs, and
// those that ask a database about itself (its migrations, snapshots, settings), which no model has.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './prepare.mjs'
import { BEGINNINGS, OF_ENGINE } from './statements.mjs'

const ROOMS = ['app', 'bin', 'cli', 'components', 'lib', 'scripts', 'bench', 'prisma']
const CODE = /\.(?:tsx?|mjs|css|prisma)$/
const NOT_COUNTED = /(?:\.test\.tsx?|\/generated\/|\/node_modules\/)/

/** A statement is a text that begins like one. */
const STATEMENT = new RegExp(`[\`'"]\\s*(?:${BEGINNINGS})\\s`, 'g')

/** A whole statement that asks for what the databases and Prisma's migrations keep of themselves. */
const ASKS_ENGINE = new RegExp(
  `([\`'"])\\s*(?:${BEGINNINGS})\\s(?:(?!\\1)[^])*?\\b(?:${OF_ENGINE})(?:(?!\\1)[^])*\\1`,
  'g',
)

const count = (text, pattern) => [...text.matchAll(pattern)].length

const files = ROOMS.flatMap((room) =>
  readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
)
  .filter((file) => !NOT_COUNTED.test(file))
  .map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const ofEngine = count(text, ASKS_ENGINE)
    const statements = count(text, STATEMENT) - ofEngine
    return { file, lines: count(text, /\n/g), statements, ofEngine }
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
say('statements           in sql/   elsewhere   of the engine')
const withSql = produced.filter(({ statements, ofEngine }) => statements + ofEngine > 0)
const rooms = new Map()
for (const { file, statements, ofEngine } of withSql) {
  const [top, room] = file.split('/')
  const name = top === 'lib' && room ? `lib/${room}` : top
  const known = rooms.get(name) ?? { inSql: 0, elsewhere: 0, ofEngine: 0 }
  known[file.includes('/sql/') ? 'inSql' : 'elsewhere'] += statements
  known.ofEngine += ofEngine
  rooms.set(name, known)
}
for (const name of [...rooms.keys()].sort((one, other) => one.localeCompare(other))) {
  row(name, rooms.get(name))
}
const all = [...rooms.values()]
row('all', {
  inSql: sum(all, 'inSql'),
  elsewhere: sum(all, 'elsewhere'),
  ofEngine: sum(all, 'ofEngine'),
})

function row(name, { inSql, elsewhere, ofEngine }) {
  const figures = [String(inSql).padStart(7), String(elsewhere).padStart(11)]
  say(`${name.padEnd(20)} ${figures.join(' ')} ${String(ofEngine).padStart(15)}`)
}
