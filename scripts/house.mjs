// `npm run house`: how large each room is beside its budget in house.json, and what a grep finds that no
// room may have. `--check` ends with 1 at a room that is too large or a rule that is broken.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const budget = JSON.parse(readFileSync('house.json', 'utf8'))
const CODE = /\.(?:tsx?|mjs|js|css|prisma|sql)$/
const PASSED_OVER =
  /^(?:node_modules|\.next|data|dist|test-results|playwright-report)$|^(?:next-env\.d\.ts|prisma\/\w+)$|\/generated$/
const TESTS = /^(?:tests|e2e)\/|\.(?:test|spec)\.tsx?$/

/** A text that begins like a statement. */
const STATEMENT =
  /[`'"]\s*(?:(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|PRAGMA|SET|LOCK|ATTACH)\s|(?:BEGIN|COMMIT|ROLLBACK|VACUUM|ANALYZE|CHECKPOINT)\b)/g
const SQL_FILES = /\/sql\.ts$|^lib\/db\/(?:migrate|compact|sqlite-adapter|postgresql)\.ts$/
const RULES = [
  {
    what: 'raw SQL outside of sql.ts',
    pattern: STATEMENT,
    isBound: (file) => isProduct(file) && !SQL_FILES.test(file),
  },
  {
    what: 'dangerouslySetInnerHTML',
    pattern: /dangerouslySetInnerHTML/,
    isBound: (file) => !file.includes('hold-clicks'),
  },
  {
    what: 'a test that sleeps',
    pattern: /\b(?:setTimeout|waitForTimeout)\b/,
    isBound: (file) => TESTS.test(file),
  },
  { what: 'props that are spread from a literal', pattern: /\{\.\.\.\{/, isBound: () => true },
  { what: 'an import out of its room', pattern: /from '\.\.\//, isBound: leavesRoom },
]

const files = listed('.').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const problems = files
  .filter(({ file }) => file !== 'scripts/house.mjs')
  .flatMap(({ file, text }) =>
    RULES.filter(({ pattern, isBound }) => text.search(pattern) >= 0 && isBound(file, text)).map(
      ({ what }) => `${file}: ${what}`,
    ),
  )
const counted = files.filter(({ file }) => isProduct(file))
const rooms = new Map(Object.keys(budget.rooms).map((room) => [room, 0]))
for (const { file, text } of counted) rooms.set(roomOf(file), rooms.get(roomOf(file)) + lines(text))
for (const [room, size] of rooms) compare(room, size, budget.rooms[room])
compare('sum', [...rooms.values()].reduce(add, 0), budget.sum)
compare('files', counted.length, budget.files)
compare('tests', sizeOf(TESTS), budget.tests)
compare('bench', sizeOf(/^bench\//), budget.bench)
const statements = counted.flatMap(({ text }) => [...text.matchAll(STATEMENT)])
compare('raw statements', statements.length, budget.raw_statements)
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = process.argv.includes('--check') && problems.length > 0 ? 1 : 0

function listed(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (PASSED_OVER.test(file)) return []
    if (entry.isDirectory()) return listed(file)
    return CODE.test(entry.name) ? [file] : []
  })
}

function isProduct(file) {
  return !TESTS.test(file) && !file.startsWith('bench/')
}

function roomOf(file) {
  if (file.endsWith('.css')) return 'css'
  const [top, second] = file.split('/')
  return [`${top}/${second}`, top].find((room) => room in budget.rooms && room !== file) ?? '.'
}

function leavesRoom(file, text) {
  const targets = [...text.matchAll(/from '(\.\.\/[^']*)'/g)].map(([, target]) => target)
  const room = roomOf(file.replace(/\.css$/, ''))
  return targets.some((target) => roomOf(path.posix.join(file, '..', target)) !== room)
}

function sizeOf(which) {
  return files
    .filter(({ file }) => which.test(file))
    .reduce((sum, { text }) => sum + lines(text), 0)
}

function lines(text) {
  return text.split('\n').length - 1
}

function add(sum, more) {
  return sum + more
}

function compare(what, size, most) {
  if (size > most) problems.push(`${what}: ${size} of ${most}`)
  process.stdout.write(`${what.padEnd(18)} ${String(size).padStart(6)} of ${most}\n`)
}
